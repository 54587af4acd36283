"""Text: fonts, shaping, line breaking and fitting to a box."""
