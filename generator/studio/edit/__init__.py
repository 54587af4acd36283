"""Edits in the studio: what is changed in files, and what helps to."""
