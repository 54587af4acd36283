"""Script: `turns.yaml`, read and compiled to instructions."""
