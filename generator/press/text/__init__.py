"""Text: fonts, shaping, line breaking and fitting to a box."""

import logging

# A damaged font is reported as a fault, not by what fontTools logs while it reads the tables.
logging.getLogger("fontTools").addHandler(logging.NullHandler())
