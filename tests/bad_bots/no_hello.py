"""Opens its stream and says nothing."""

from tests.bad_bots.raw import Line

if __name__ == "__main__":
    Line().listen()
