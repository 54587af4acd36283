"""Edits of files: one value changes, and every other byte stays; each edit can be undone."""
