"""Commands for those who make a kit."""
