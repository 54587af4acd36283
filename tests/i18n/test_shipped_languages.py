"""Tests of the languages that come with Grimoire: each says all that German says, with its facts."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.i18n.catalogue import CatalogueEntry, load_catalogue, markup_faults
from tests.shared_catalogues import SHARED_CATALOGUES

GERMAN = next(path for path in SHARED_CATALOGUES if path.stem == "de")


def entries_of(path: Path) -> dict[tuple[str, str], CatalogueEntry]:
    return dict(load_catalogue(path).entries)


def test_the_shipped_languages_are_these() -> None:
    assert [path.stem for path in SHARED_CATALOGUES] == ["de", "es", "fr"]


@pytest.mark.parametrize("path", SHARED_CATALOGUES, ids=lambda path: path.stem)
def test_each_language_has_the_same_messages_and_all_their_facts(path: Path) -> None:
    entries = entries_of(path)
    assert entries.keys() == entries_of(GERMAN).keys()
    assert [entry.message for entry in entries.values() if not entry.usable] == []
    assert [fault for entry in entries.values() for fault in markup_faults(entry)] == []
