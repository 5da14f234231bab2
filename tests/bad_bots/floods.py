"""Sends 100,000 messages at its first turn, all of them wrong."""

from tests.bad_bots.raw import Line, decision, decisions, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello())
    for _ in line.turns():
        line.say(*[decisions(decision(0, envido=2))] * 100_000)
