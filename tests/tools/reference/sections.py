"""Sections of the reference pages and their examples, for the tests of the pages."""

from __future__ import annotations

import re

from generator.tools.reference.page import Section, cells, rows
from generator.tools.reference.topics import pages

PAGES = {page.topic: page for page in pages()}


def section(topic: str, title: str) -> Section:
    (found,) = (each for each in PAGES[topic].sections if each.title == title)
    return found


def examples(topic: str, title: str) -> list[str]:
    """The text of each fenced block of a section."""
    return re.findall(r"^```\w+\n(.*?)^```$", section(topic, title).text, re.M | re.S)


def table(topic: str, title: str, column: str) -> dict[str, list[str]]:
    """The rows of the table with a column of that name, by the word in their first cell."""
    found = ((cells(head[0]), cells(row)) for head, row in rows(section(topic, title).text))
    return {row[0].strip("`"): row for names, row in found if column in names}
