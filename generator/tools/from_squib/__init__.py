"""Squib decks: a folder of Ruby scripts, layouts and tables, read into a design without running it."""
