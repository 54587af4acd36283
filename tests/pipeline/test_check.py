"""The check of a whole kit: every shipped kit passes every check there is, in the order of the table."""

from __future__ import annotations

import pytest

from generator.kit.locate import BUILT_IN
from generator.pipeline.check import CHECKS, check


@pytest.mark.parametrize("kit", BUILT_IN.names())
def test_a_shipped_kit_passes_every_check(kit: str) -> None:
    passed = check(kit)
    assert all(entry.passed for entry in passed)
    slugs = [entry.slug for entry in passed]
    assert len(set(slugs)) == len(slugs)
    only_in_a_language = {"words", "translated", "reach"}
    assert [slug for slug in CHECKS if slug not in only_in_a_language] == slugs[-4:]
