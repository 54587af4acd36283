"""The steps of the main path (`kit.py`) that tie the other parts together: find, load, make faces, write."""
