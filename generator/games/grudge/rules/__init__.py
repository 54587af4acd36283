"""The rules of Grudge, by the chapters of its rulebook."""
