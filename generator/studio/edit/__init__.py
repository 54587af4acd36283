"""Edits in the studio: changes of files, with completion, origins and undo."""
