"""Speaks another version of the contract."""

from tests.bad_bots.raw import Line, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello(protocol_version=2))
    line.listen()
