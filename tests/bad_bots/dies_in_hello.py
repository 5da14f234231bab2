"""Says hello and is gone before it hears the answer."""

import os

from tests.bad_bots.raw import Line, hello

if __name__ == "__main__":
    line = Line()
    line.say(hello())
    next(line.heard)
    os._exit(1)
