"""Sends decisions without an action."""

from tests.bad_bots.raw import Line, decision, decisions, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello())
    for turns in line.turns():
        line.say(decisions(*(decision(turn.turn_id) for turn in turns)))
