"""Bots that run elsewhere: `mus-arena join` there, a hub and relays here."""
