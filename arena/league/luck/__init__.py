"""What the cards alone were worth, and win rates without it."""
