"""Says hello and never reads what it is told."""

from threading import Event

from tests.bad_bots.raw import Line, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello())
    Event().wait()
