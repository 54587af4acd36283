"""The consistency checks of a kit: those stated in `game.yaml` and those written in Python."""
