"""Gives hypothesis two ways to run: short and always alike, or long and new each time."""

from hypothesis import settings

settings.register_profile("short", deadline=None, derandomize=True, database=None)
settings.register_profile("soak", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("short")
