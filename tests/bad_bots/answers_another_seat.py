"""Answers the turns of the other seats as if ids were the arena's, not its own."""

from tests.bad_bots.raw import Line, decision, decisions, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello())
    for turns in line.turns():
        line.say(
            decisions(
                *(
                    decision(turn.turn_id + 10**6 + seat, envido=2)
                    for turn in turns
                    for seat in range(4)
                )
            )
        )
