"""The rules of The Grizzled, by the chapters of its rulebook."""
