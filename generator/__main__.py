"""Lets `python -m generator` be the same command as `grimoire`."""

from generator.cli import main

main()
