"""Ends before it says hello, with words on its error output."""

import sys

if __name__ == "__main__":
    sys.stderr.write("no model at /models/best\n")
    sys.exit(5)
