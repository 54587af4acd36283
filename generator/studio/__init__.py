"""The studio: a page in the browser to edit, see and print a game, working on its files."""
