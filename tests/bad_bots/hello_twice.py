"""Says hello, and hello again."""

from tests.bad_bots.raw import Line, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello(), hello())
    line.listen()
