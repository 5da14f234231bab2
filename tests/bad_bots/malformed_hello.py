"""Sends bytes that are no protobuf instead of hello."""

from tests.bad_bots.raw import Line

if __name__ == "__main__":
    line = Line()
    line.say(bytes(range(256)))
    line.listen()
