"""HTML for screens: the rulebook as one page, with pictures that share their common parts."""
