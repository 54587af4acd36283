"""Start page of a site: the game, links to the other pages, and the files to print."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from generator.base.units import mm
from generator.engine.text.event_text import capitalized
from generator.press.html import says
from generator.press.html.blocks import BREAK
from generator.press.html.pictures import Pictures
from generator.press.html.rulebook import front_page
from generator.press.paper import Paper
from generator.press.print_job import PRINT
from generator.press.request import QUICK_START, RULEBOOK, OutputFile
from generator.press.rulebook.of_kit import RulebookContext
from generator.press.selection import file_name
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
        picture = pictures.scene(job.parts[0].pieces[0].front, "")
        front = Markup("<div><h1>{}</h1><p>{}</p></div>{}").format(
            file.title, file.summary, picture
        )
    leads = BREAK.join(
        Markup('<a href="{}">{}</a>').format(name, words.text(LINK_TITLES[name]))
        for name in site.names
        if name in LINK_TITLES
    )
    credits = BREAK.join(Markup("<li>{}</li>").format(each) for each in file.credits)
    body = Markup(
        '<div class="cover">{}</div><nav class="leads" aria-label="{}">{}</nav>'
        "<h2>{}</h2><ul class=\"downloads\">{}</ul>{}<footer><ul>{}</ul></footer>"
    ).format(
        front, file.title, leads, words.text(says.TO_PRINT), BREAK.join(_books(site, files)),
        _drawings(site, files), credits,
    )  # fmt: skip
    return site.page(START, body, pictures)


def _books(site: Site, files: Sequence[Download]) -> Iterator[Markup]:
    """Yield the PDFs, each with its title and paper, number of pages or sheets, and size."""
    kit = site.job.kit
    for each in files:
        titles = {file_name(kit, what, each.paper): title for what, title in _TITLES.items()}
        title = titles.get(each.output.path)
        if not title:
            continue
        link = f"{capitalized(kit.words.text(title))}, {each.paper.title}"
        facts = ", ".join((_amount(each, site), _size(each, site)))
        yield Markup('<li><a href="{}" download>{}</a> {}</li>').format(each.path, link, facts)


_TITLES = {"print": PRINT, RULEBOOK: RULEBOOK, QUICK_START: QUICK_START}


def _drawings(site: Site, files: Sequence[Download]) -> Markup:
    """The SVG drawings, with their sizes."""
    words = site.job.kit.words
    entries = BREAK.join(
        Markup('<li><a href="{}" download>{}</a> {}</li>').format(
            each.path,
            each.output.path.rpartition("/")[2],
            words.figure(
                f"{mm(each.output.page_size.width):.0f} × {mm(each.output.page_size.height):.0f} mm, "
            )
            + _size(each, site),
        )
        for each in files
        if each.output.path.endswith(".svg")
    )
    if not entries:
        return Markup("")
    return Markup('<h3>{}</h3><ul class="downloads">{}</ul>').format(
        words.text(says.DRAWINGS), entries
    )


def _amount(each: Download, site: Site) -> str:
    words, sheets = site.job.kit.words, each.output.sheets
    if not sheets:
        return words.count(*says.PAGE_COUNT, each.output.pages)
    fronts = sum(sheet.side == "front" for sheet in sheets)
    return words.count(*(says.ONE_SIDE if fronts == len(sheets) else says.TWO_SIDES), fronts)


def _size(each: Download, site: Site) -> str:
    words, size = site.job.kit.words, each.bytes / 1e6
    return words.text(says.SIZE, size=words.figure(f"{size:.1f}" if size >= 0.1 else f"{size:.2f}"))
