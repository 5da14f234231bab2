"""An arena where bots play Mus, and leagues tell which bot is better."""

__version__ = "0.1.0"
