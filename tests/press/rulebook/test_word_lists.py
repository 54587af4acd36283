"""Tests of the lists of words at the end of rulebooks: each word leads to a part that uses it."""

from __future__ import annotations

import re

import pytest

from generator.base.locations import template_root

ROW = re.compile(r'^\| \*\*(.+?)\*\* \| .+ \| \{\{ page\(_\("(.+?)"\)\) \}\} \|$', re.MULTILINE)
WORD = re.compile(r'^(?:\| \*\*|  \(_\(")([A-Z].*?)(?:\*\*|"\))', re.MULTILINE)
"""A word of a list: a row of a table, or of the rows that the table is filled with."""
PAGED = re.compile(r'^  \(_\("(.+?)"\), _\(".+"\), _\("(.+?)"\)\)', re.MULTILINE)
LISTED = {
    "ggt": ("Escape", "Push", "Slot", "Stitched", "Target", "Test", "Weight"),
    "grizzled": ("Merry Christmas", "Threat"),
    "gruff": ("Condition, Mutation", "Excess", "Pool", "Shrug off", "Tactical action"),
    "grudge": ("Initiative Hand", "Recover", "Strike", "Use Item"),
}


def template(kit: str) -> str:
    return (template_root() / kit / "rulebook.md.j2").read_text(encoding="utf-8")


def part(text: str, title: str) -> str:
    """The heading of that title and all under it."""
    start = re.search(rf"^(#+) {re.escape(title)}$", text, re.MULTILINE)
    assert start, title
    rest = text[start.end() :]
    end = re.search(rf"^#{{1,{len(start[1])}}} ", rest, re.MULTILINE)
    return text[start.start() : start.end()] + rest[: end.start() if end else None]


@pytest.mark.parametrize("kit", ["ggt", "grizzled", "grudge", "gruff", "grumbles"])
def test_a_word_leads_to_a_part_that_uses_it(kit: str) -> None:
    text = template(kit)
    rows = ROW.findall(text) + PAGED.findall(text)
    assert len(rows) > 5
    for words, title in rows:
        stem = words.split(",")[0].lower().rstrip("e")
        assert any(each in part(text, title).lower() for each in (stem, stem.split()[0])), words


@pytest.mark.parametrize("kit", LISTED)
def test_what_a_player_looks_up_is_listed_in_alphabetical_order(kit: str) -> None:
    words = WORD.findall(re.split("# Words.*\n", template(kit))[-1])
    assert words == sorted(words, key=str.lower)
    assert {*LISTED[kit]} <= {*words}
