"""Answers a turn that it will be asked later."""

from tests.bad_bots.raw import Line, decision, decisions, hello, mild

if __name__ == "__main__":
    line = Line()
    line.say(hello())
    for turns in line.turns():
        line.say(decisions(*map(mild, turns), decision(turns[-1].turn_id + 1000, envido=2)))
