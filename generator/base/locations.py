"""Finds the files that Grimoire itself needs: its `data/` and `templates/` folders, and its cache.

In a checkout they stand beside `generator/`; a wheel carries them inside it, as
`generator/bundled/`, so that an installed Grimoire builds its kits from anywhere.
"""

from __future__ import annotations

import os
from pathlib import Path
from typing import TypeAlias

from generator.base.errors import KitError

Stamp: TypeAlias = tuple[int, int]

CACHE = "GRIMOIRE_CACHE"
"""The variable that names another folder for the cache; "off" means to do without one."""

RULES = "GRIMOIRE_RULES"
"""The variable that names a folder of the user's own games in Python, as `--rules` does."""

_PACKAGE = Path(__file__).resolve().parent.parent


def data_root() -> Path:
    """The folder that holds `shared/` and one folder of data for each kit of ours."""
    return _root() / "data"


def template_root() -> Path:
    """The folder that holds `shared/` and one folder of templates for each kit of ours."""
    return _root() / "templates"


def _root() -> Path:
    bundled = _PACKAGE / "bundled"
    return bundled if bundled.is_dir() else _PACKAGE.parent


def cache_root() -> Path | None:
    """The folder for what need not be made twice; None if there shall be none."""
    named = os.environ.get(CACHE)
    if named is not None:
        return None if named in ("", "off") else Path(named)
    from platformdirs import user_cache_path

    return user_cache_path("grimoire", appauthor=False)


def rules_root() -> Path | None:
    """The folder of games in Python that the user trusts for good; None if there is none.

    Raises KitError for one that is not named from the root: it would be another folder wherever
    the user goes, a stranger's say, and its code would be run.
    """
    named = os.environ.get(RULES)
    if not named:
        return None
    folder = Path(named)
    if not folder.is_absolute():
        raise KitError(
            f"{RULES} names {named}, which is another folder wherever you are",
            hint=f"name it from the root: {folder.absolute()}",
        )
    return folder


def package_root() -> Path:
    """The folder of the program's own modules."""
    return _PACKAGE


def stamp(path: Path) -> Stamp:
    """What tells a file from itself after a change: its time (ns) and its size; zeros for none."""
    try:
        found = path.stat()
    except OSError:
        return 0, 0
    return found.st_mtime_ns, found.st_size
