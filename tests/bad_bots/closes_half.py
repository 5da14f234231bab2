"""Closes its half of the stream after hello and goes on listening."""

from tests.bad_bots.raw import Line, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello())
    line.close()
    line.listen()
