"""The rules of Grumbles and Goofs, by the chapters of its rulebook."""
