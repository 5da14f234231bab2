"""Sends a message of 10 MB and stays."""

from tests.bad_bots.raw import Line, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello())
    for _ in line.turns():
        line.say(bytes(10 << 20))
