"""A kit as data: its manifest `game.yaml`, its tables, the checks it states, its expressions."""
