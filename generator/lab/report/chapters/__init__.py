"""Turns findings into the sections of a report, a file each."""
