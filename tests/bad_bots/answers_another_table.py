"""Gives the number of the table where that of the turn belongs, and one that is far off."""

from tests.bad_bots.raw import Line, decision, decisions, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello())
    for turns in line.turns():
        line.say(decisions(*(decision(10**9 + turn.table_id, envido=2) for turn in turns)))
