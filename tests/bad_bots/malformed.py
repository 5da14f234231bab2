"""Sends bytes that are no protobuf."""

from tests.bad_bots.raw import Line, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello())
    for _ in line.turns():
        line.say(bytes(range(256)))
