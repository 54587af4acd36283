"""Gives hypothesis two ways to run: short and always alike, or long and new each time."""

import os

from hypothesis import settings

os.environ["GRIMOIRE_CACHE"] = "off"  # a test that wants one names a folder of its own

settings.register_profile("short", deadline=None, derandomize=True, database=None)
settings.register_profile("soak", deadline=None, max_examples=2000, print_blob=True)
settings.load_profile("short")
