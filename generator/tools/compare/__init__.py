"""Compares two versions of a kit: what has changed, piece by piece, with pictures of both.

`sources` finds the built folders, `compare` their differences, `cutting` takes the pictures out of
the printed pages, and `report` makes a PDF of it all.
"""
