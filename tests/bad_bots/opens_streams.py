"""Opens 1,000 more streams, and plays well on the first: that costs nobody anything."""

from tests.bad_bots.raw import Line, decisions, hello, mild

if __name__ == "__main__":
    line = Line()
    line.say(hello())
    next(line.heard)
    more = line.multiply(1000)
    for turns in line.turns():
        line.say(decisions(*map(mild, turns)))
