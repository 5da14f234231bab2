"""Bots as processes, rooms of tables, and the playing of a block."""
