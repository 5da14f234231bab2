"""Answers every turn twice, in two messages."""

from tests.bad_bots.raw import Line, decisions, hello, mild

if __name__ == "__main__":
    line = Line()
    line.say(hello())
    for turns in line.turns():
        line.say(*[decisions(*map(mild, turns))] * 2)
