"""How the arena and a bot talk: messages, one bot's conversation, its clock, the server."""
