"""`game.yaml`: its schema and its loader."""
