"""Entry point of `python -m generator`, which is the same command as `grimoire`."""

from generator.cli import program

program()
