"""Says hello with somebody else's token, or one that could be."""

from secrets import token_urlsafe

from tests.bad_bots.raw import Line, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello(token=token_urlsafe(32)))
    line.listen()
