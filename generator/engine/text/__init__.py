"""Text of a game: its cards, rules, events and moves in words."""
