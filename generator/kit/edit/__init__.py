"""Editing of data files: one value changes and every other byte stays."""
