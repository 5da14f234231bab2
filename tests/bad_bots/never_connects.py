"""Is started and does nothing, for ever."""

from threading import Event

if __name__ == "__main__":
    Event().wait()
