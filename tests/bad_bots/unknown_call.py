"""Says a call that does not exist."""

from tests.bad_bots.raw import Line, decision, decisions, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello())
    for turns in line.turns():
        line.say(decisions(*(decision(turn.turn_id, call=99) for turn in turns)))
