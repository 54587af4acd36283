"""Start page of a site: the game, links to the other pages, and the files to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from generator.base.units import mm
from generator.engine.text.event_text import capitalized
from generator.press.html import says
from generator.press.html.frame import render
from generator.press.html.pictures import Pictures
from generator.press.html.rulebook import COVER, front_page
from generator.press.paper import Paper
from generator.press.request import QUICK_START, RULEBOOK, OutputFile
from generator.press.rulebook.of_kit import RulebookContext
from generator.press.selection import file_name
from generator.press.sheet_files import PRINT
from generator.publish.web.site import GAME, PIECES, RULES, START, Site

LINK_TITLES = {RULES: says.READ, PIECES: says.BROWSE, GAME: says.WATCH}


@dataclass(frozen=True, slots=True)
class Download:
    """File to print: its path on the site, and its size."""

    path: str
    bytes: int
    output: OutputFile
    paper: Paper


def start_page(site: Site, context: RulebookContext | None, files: Sequence[Download]) -> bytes:
    """The start page; `context` is that of the rulebook, if there is one."""
    job = site.job
    file, words = job.kit.file, job.kit.words
    pictures = Pictures(job.faces.renderer)
    front = front_page(job.faces, context, pictures) if context else Markup("")
    if not front:
        front = render(
            COVER, words, title=file.title, summary=file.summary, facts=None,
            picture=pictures.scene(job.parts[0].pieces[0].front, ""),
        )  # fmt: skip
    leads = [(name, LINK_TITLES[name]) for name in site.names if name in LINK_TITLES]
    return site.page(
        START, pictures, cover=front, leads=leads, books=list(_books(site, files)),
        drawings=list(_drawings(site, files)), credits=file.credits,
    )  # fmt: skip


def _books(site: Site, files: Sequence[Download]) -> Iterator[tuple[str, str, str]]:
    """Yield the path of each PDF, its title and paper, and its number of pages or sheets, and size."""
    kit = site.job.kit
    for each in files:
        titles = {file_name(kit, what, each.paper): title for what, title in _TITLES.items()}
        if title := titles.get(each.output.path):
            link = f"{capitalized(kit.words.text(title))}, {each.paper.title}"
            yield each.path, link, ", ".join((_amount(each, site), _size(each, site)))


_TITLES = {"print": PRINT, RULEBOOK: RULEBOOK, QUICK_START: QUICK_START}


def _drawings(site: Site, files: Sequence[Download]) -> Iterator[tuple[str, str, str]]:
    """Yield the path of each SVG drawing, its name, and its sizes."""
    for each in files:
        if each.output.path.endswith(".svg"):
            width, height = map(mm, each.output.page_size)
            size = site.job.kit.words.figure(f"{width:.0f} × {height:.0f} mm, ")
            yield each.path, each.output.path.rpartition("/")[2], size + _size(each, site)


def _amount(each: Download, site: Site) -> str:
    words, sheets = site.job.kit.words, each.output.sheets
    if not sheets:
        return words.count(*says.PAGE_COUNT, each.output.pages)
    fronts = sum(sheet.side == "front" for sheet in sheets)
    return words.count(*(says.ONE_SIDE if fronts == len(sheets) else says.TWO_SIDES), fronts)


def _size(each: Download, site: Site) -> str:
    words, size = site.job.kit.words, each.bytes / 1e6
    return words.text(says.SIZE, size=words.figure(f"{size:.1f}" if size >= 0.1 else f"{size:.2f}"))
