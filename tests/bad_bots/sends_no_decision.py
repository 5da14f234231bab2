"""Answers with an empty list of decisions."""

from tests.bad_bots.raw import Line, decisions, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello())
    for _ in line.turns():
        line.say(decisions())
