"""Locations of Grimoire's own files: its `data/` and `templates/` folders, its cache and its state.

In a checkout they are next to `generator/`; a wheel has them inside it, as `generator/bundled/`, so
an installed Grimoire can build its kits from any folder.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeAlias

from generator.base.errors import KitError

Stamp: TypeAlias = tuple[int, int]

CACHE = "GRIMOIRE_CACHE"
"""Environment variable with another folder for the cache; "off" disables caching."""

RULES = "GRIMOIRE_RULES"
"""Environment variable with a folder of the user's own games in Python, like `--rules`."""

_PACKAGE = Path(__file__).resolve().parent.parent


def data_root() -> Path:
    """The folder that holds `shared/` and the data folders of the bundled kits."""
    return _root() / "data"


def template_root() -> Path:
    """The folder that holds `shared/` and the template folders of the bundled kits."""
    return _root() / "templates"


def _root() -> Path:
    bundled = _PACKAGE / "bundled"
    return bundled if bundled.is_dir() else _PACKAGE.parent


def cache_root() -> Path | None:
    """The cache folder; None if caching is off."""
    named = os.environ.get(CACHE)
    if named is not None:
        return None if named in ("", "off") else Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("grimoire", appauthor=False)


def state_root() -> Path:
    """The folder of undo histories, of tables in play, and of the journals of interrupted moves."""
    from platformdirs import user_state_path

    return user_state_path("grimoire", appauthor=False)


def rules_root() -> Path | None:
    """The folder of games in Python that the user always trusts; None if there is none.

    Raises KitError for a relative path: in another working directory it would name another folder,
    perhaps a stranger's, and its code would be run.
    """
    named = os.environ.get(RULES)
    if not named:
        return None
    folder = Path(named)
    if not folder.is_absolute():
        message = (
            f"{RULES} is the relative path {named}, a different folder in each working directory"
        )
        hint = f"use an absolute path: {folder.absolute()}"
        raise KitError(message, hint=hint, check="option-value")
    return folder


def package_root() -> Path:
    """The folder of the program's own modules."""
    return _PACKAGE


def stamp(path: Path) -> Stamp:
    """Modification time (ns) and size of a file, to detect changes; zeros if there is no file."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size
