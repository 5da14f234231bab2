"""Leagues: what is played, what is kept, and what it says about the bots."""
