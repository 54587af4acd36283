"""The mark of the program that played: it follows the code of every package that plays."""

from __future__ import annotations

import re
from pathlib import Path

import generator
from generator.lab.provenance import PLAYED_BY, program


def test_every_package_that_plays_has_code() -> None:
    """A package that has moved away would leave the mark the same, whatever its code becomes."""
    for part in PLAYED_BY:
        assert list((Path(generator.__file__).parent / part).rglob("*.py")), part


def test_the_program_is_its_version_and_a_checksum() -> None:
    assert re.fullmatch(rf"{re.escape(generator.__version__)}\+[0-9a-f]{{8}}", program())
