"""Finds the kits that come with Grimoire: its own `data/` and `templates/` folders.

In a checkout they stand beside `generator/`; a wheel carries them inside it, as
`generator/bundled/`, so that an installed Grimoire builds its kits from anywhere.
"""

from __future__ import annotations

from pathlib import Path

_PACKAGE = Path(__file__).resolve().parent


def data_root() -> Path:
    """The folder that holds `shared/` and one folder of data for each kit of ours."""
    return _root() / "data"


def template_root() -> Path:
    """The folder that holds `shared/` and one folder of templates for each kit of ours."""
    return _root() / "templates"


def _root() -> Path:
    bundled = _PACKAGE / "bundled"
    return bundled if bundled.is_dir() else _PACKAGE.parent
