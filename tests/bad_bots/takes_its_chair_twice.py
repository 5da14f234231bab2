"""Says hello on a second stream with its own token, and plays well on the first."""

from tests.bad_bots.raw import Line, decisions, hello, mild

if __name__ == "__main__":
    line = Line()
    line.say(hello())
    for number, turns in enumerate(line.turns()):
        if number == 0:
            second = Line()
            second.say(hello())
        line.say(decisions(*map(mild, turns)))
