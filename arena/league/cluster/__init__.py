"""Leagues on a Ray cluster: only this package imports ray, and only who asks for it imports this."""
