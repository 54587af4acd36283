"""Text: fonts, shaping, line breaking and placing."""

import logging

# A damaged font is reported as a fault, not by what fontTools logs while it reads the tables.
logging.getLogger("fontTools").addHandler(logging.NullHandler())
