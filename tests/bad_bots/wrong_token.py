"""Says hello with a token that is none."""

from tests.bad_bots.raw import Line, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello(token="swordfish"))
    line.listen()
