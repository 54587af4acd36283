"""Edits in the studio: changes of files, and what helps to make them."""
