"""Answers turns before it says hello."""

from tests.bad_bots.raw import Line, decision, decisions, hello

if __name__ == "__main__":
    line = Line()
    line.say(decisions(decision(1, envido=2)), hello())
    line.listen()
