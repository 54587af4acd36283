"""The board: squares, terrain, sight, paths, and generated camps."""
