"""HTML for screens: the rulebook as one page, and pictures in it that share what they have in common."""
