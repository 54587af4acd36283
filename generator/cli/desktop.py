"""Desktop start: opens the studio without a terminal, with a folder of games among the user's documents."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import NoReturn

from generator.cli import program

FOLDER = "Grimoire"
"""The folder of games among the documents of whoever is logged in."""


def games_folder() -> Path:
    """The folder that the studio shows, made if it does not exist; the home folder if it cannot be.

    Raises OSError if there is no home folder either.
    """
    from platformdirs import user_documents_path

    folder = user_documents_path() / FOLDER
    try:
        folder.mkdir(parents=True, exist_ok=True)
    except OSError:
        if not Path.home().is_dir():
            raise
        return Path.home()
    return folder


def open_studio() -> NoReturn:
    """Open the studio for the folder of games; a window that showed an error waits to be closed."""
    from generator.cli.exit import report_errors  # slow to import

    try:
        with report_errors("studio"):
            os.chdir(games_folder())
        sys.argv[1:] = ["studio", *sys.argv[1:]]
        print("Close this window to end the studio. All changes are saved as you make them.")
        program()
    except SystemExit as end:
        if end.code and sys.stdin and sys.stdin.isatty():
            input("Press Enter to close this window. ")
        raise
