"""Has a name of 100 kB."""

from tests.bad_bots.raw import Line, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello(name="Mus" * 33_333))
    line.listen()
