"""The command line: turns words into requests, and results into lines, files and an exit code.

Results go to stdout, messages to stderr, one line a fault.  Exit codes: 0 fine, 1 faults were
found, 2 the request or its input cannot be used.  There is no logic here: parse, call, print.
"""

from generator.cli.main import main

__all__ = ["main"]
