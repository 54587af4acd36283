"""The command that explains files, options and errors: `reference`."""

from __future__ import annotations

import os
import pydoc
import sys
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from generator.base.atomic_output import check_can_write, write_whole
from generator.base.errors import KitError
from generator.base.load_document import shown_name
from generator.base.locations import data_root
from generator.base.text_files import read_text
from generator.cli import reference_page
from generator.cli.command import command
from generator.cli.options import Json
from generator.cli.output import print_json, raw_stream
from generator.tools.reference.page import ReferencePage, Section, look_up
from generator.tools.reference.topics import pages

MAX_WIDTH = 110
"""Columns of the widest text; longer lines are hard to read."""


@cache
def _pages() -> tuple[ReferencePage, ...]:
    """All pages: on files, and on the commands themselves."""
    return (
        *pages(),
        ReferencePage("commands", "Every command and every option.", reference_page.commands),
        ReferencePage(
            "errors", "Every error by name: what it means and what to do.", reference_page.errors
        ),
        ReferencePage("json", "What --json prints, for programs.", _json),
    )


def _json() -> str:
    return read_text(data_root() / "JSON.md", "JSON.md")


def _complete_topic(incomplete: str) -> list[str]:
    return [page.topic for page in _pages() if page.topic.startswith(incomplete)]


@command(
    "grimoire reference",
    "grimoire reference data",
    "grimoire reference bleed",
    "grimoire reference templates text",
    "grimoire reference -o reference.html  # for a browser, with a picture of each example",
    notes="In a pipe it prints Markdown.",
    options="""
    words WORDS: A topic, or a word: an element, a field, an option ...
    out -o FILE: Write to this .html file, with pictures.
    """,
)
def reference(
    words: Annotated[list[str] | None, typer.Argument(autocompletion=_complete_topic)] = None,
    out: Path | None = None,
    as_json: Json = False,
) -> None:
    """Explain data files, templates, rulebooks, turns, every option and every error."""
    all_pages = _pages()
    words = [word for word in words or () if word.strip()]
    found = look_up(words, all_pages) if words else []
    if out:
        _write(out, all_pages, found)
    if as_json:
        topics = [
            {
                "topic": page.topic,
                "title": page.title,
                "sections": [section.title for section in page.sections[1:]],
            }
            for page in all_pages
        ]
        sections = [section.as_data() for section in found]
        print_json({"sections": sections} if words else {"topics": topics})
    elif out:
        print(shown_name(out))
    elif words:
        _print_sections(found)
    else:
        for page in all_pages:
            print(f"{page.topic:10} {page.description}")
        print(
            "\nRead a topic: grimoire reference data. Search for a word: grimoire reference bleed"
        )


def _write(out: Path, all_pages: Sequence[ReferencePage], found: Sequence[Section]) -> None:
    """Write all pages into an HTML file, or only those with the sections found."""
    from generator.tools.reference.html import as_html  # slow to import

    if out.suffix.lower() not in (".html", ".htm"):
        hint = "name a file that ends in .html"
        message = f'the reference cannot be a "{out.suffix}" file'
        raise KitError(message, hint=hint, check="option-value")
    check_can_write(out)
    topics = {section.topic for section in found}
    write_whole(out, as_html([page for page in all_pages if page.topic in topics or not topics]))


def _print_sections(found: Sequence[Section]) -> None:
    """Print the sections: laid out for a terminal, a screen at a time if they are long."""
    text = "\n".join(section.plain for section in found)
    if not sys.stdout.isatty():
        print(text, end="")
        return
    from rich.markdown import Markdown  # slow to import, and not needed in a pipe

    console = Console(file=raw_stream(sys.stdout))
    console.width = min(console.width, MAX_WIDTH)
    with console.capture() as captured:
        console.print(Markdown(text))
    text = captured.get()
    if text.count("\n") < console.height:
        print(text, end="", file=console.file)
        return
    os.environ.setdefault("LESS", "-FRX")  # as other tools do: colours, and no empty screen
    pydoc.pager(text)
