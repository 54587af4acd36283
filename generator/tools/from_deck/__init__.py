"""Deck import: writes the design that an importer has read from a script as a new kit."""
