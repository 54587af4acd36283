"""The commands, a module each, named like the command."""
