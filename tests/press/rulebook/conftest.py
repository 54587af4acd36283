"""Fixture for tests of the rulebook: the maker of rulebooks."""

from pathlib import Path

import pytest

from tests.press.rulebook.making import Maker


@pytest.fixture
def maker(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Maker:
    monkeypatch.chdir(tmp_path)
    return Maker(tmp_path)
