"""Sends a message within a message within a message, 100,000 deep."""

from tests.bad_bots.raw import Line, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello())
    for _ in line.turns():
        line.say(b"\x1b" * 100_000)
