"""The studio: a page in the browser on which a game is edited, seen and printed, from its files."""
