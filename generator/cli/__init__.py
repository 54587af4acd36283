"""Command line: parses words into requests, prints results, and sets the exit code.

Results go to stdout, messages to stderr, one line per error.  Exit codes: 0 fine, 1 faults were
found, 2 the request or its input cannot be used.  There is no logic here: parse, call, print.
"""

from __future__ import annotations

import atexit
import gc
import os
import sys

TYPE_CHECKING = False  # before `main` nothing slow is imported: the interrupt key may be pressed
if TYPE_CHECKING:
    from typing import NoReturn


def program() -> NoReturn:
    """Run the command that the program's arguments name, as a process of its own."""
    code: list[int] = []
    atexit.register(_end_process, code)  # the first to be registered is the last to run
    try:
        main()
    except SystemExit as end:
        if isinstance(end.code, int):
            code.append(end.code)
        raise


def _end_process(code: list[int]) -> None:
    """End the process with its exit code, if it is known: that frees its memory all at once."""
    from contextlib import suppress

    with suppress(OSError, ValueError):  # of a stream that cannot be written, which Python reports
        sys.stdout.flush()
        sys.stderr.flush()
        for number in code:
            os._exit(number)


def main() -> NoReturn:
    """Run the command that the program's arguments name."""
    try:
        # Looking for pydantic plug-ins among all installed packages takes longer than a small kit.
        os.environ.setdefault("PYDANTIC_DISABLE_PLUGINS", "__all__")
        # Arrays here are too small for threads of their own; starting those takes longer than using them.
        os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
        from generator.base import GC_THRESHOLD

        gc.set_threshold(GC_THRESHOLD)  # before the imports: nothing that they make is garbage
        _replace_closed_streams()
        from generator.cli import app  # slow: the interrupt key may be pressed meanwhile

        app.run()
    except KeyboardInterrupt:
        from generator.cli.output import begin_reply, report
        from generator.cli.signals import PREFIX, STOPPED

        begin_reply(sys.argv[1:])
        report((STOPPED,), PREFIX)
        raise SystemExit(130) from None


def _replace_closed_streams() -> None:
    """Treat a closed stream like an empty one: `grimoire kits >&-` prints nothing."""
    for name, mode in (("stdin", "r"), ("stdout", "w"), ("stderr", "w")):
        if getattr(sys, name) is None:
            setattr(sys, name, open(os.devnull, mode, encoding="utf-8"))  # noqa: SIM115
