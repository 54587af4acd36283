"""Export of a kit as a site: a start page, rules, pieces, files to print, and a recorded game."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from markupsafe import Markup

from generator.base.errors import KitError
from generator.base.text_files import bytes_of
from generator.base.units import mm
from generator.engine.registry import has_rules
from generator.engine.text.event_text import capitalized
from generator.pipeline.build import build
from generator.press.html import says
from generator.press.html.frame import render
from generator.press.html.pictures import Pictures
from generator.press.html.rulebook import COVER, front_page, rulebook_page
from generator.press.library import papers
from generator.press.paper import Paper
from generator.press.pieces.piece import AS_MEASURED, Piece, in_mm
from generator.press.request import (
    COMMON_PAPERS,
    MANIFEST,
    QUICK_START,
    RULEBOOK,
    BuildRequest,
    Edition,
    KitRef,
    OutputFile,
    Target,
    no_progress,
)
from generator.press.rulebook.of_kit import RulebookContext, rulebook_context
from generator.press.scene.alt_text import all_words
from generator.press.scene.items import Scene
from generator.press.selection import file_name
from generator.press.sheet_files import PRINT
from generator.publish.job import ExportJob
from generator.publish.shop_limits import WebLimits
from generator.publish.web.game import game_page
from generator.publish.web.site import GAME, PIECES, RULES, START, Site

PRINT_FOLDER = "print"
"""The folder of the files to print."""
_RULE = re.compile(r' id="rule-([a-z0-9-]+)"')


def export_site(job: ExportJob, limits: WebLimits) -> None:
    """Write the pages of a site and its files to print.

    Raises KitError and CheckFailed as a build does, and for a game that cannot be shown.
    """
    book, played = job.kit.file.rulebook, has_rules(job.kit.folders)
    if job.request.game and not played:
        message = f"{job.kit.file.title} has no rules, so it has no game to show"
        raise KitError(message, hint="leave out --game", check="conflicting-options")
    names = [START, *([RULES] if book else []), PIECES, *([GAME] if played else [])]
    pages = Site(job, names)
    steps = 3 + len(COMMON_PAPERS)
    job.watch("draw the pieces", 0, steps)
    job.bundle.add_file(PIECES, pieces_page(pages), "page")
    context, shown_rules = None, frozenset[str]()
    if book:
        job.watch("set the rules", 1, steps)
        context = rulebook_context(job.faces, job.all_parts, job.paper)
        content = rulebook_page(job.faces, context, pages.links(RULES))
        shown_rules = frozenset(_RULE.findall(content.decode()))
        job.bundle.add_file(RULES, content, "page")
    if played:
        job.watch("play the game", 2, steps)
        content, note = game_page(pages, shown_rules)
        job.bundle.add_file(GAME, content, "page")
        job.bundle.notes += [note] if note else []
    job.bundle.add_file(START, start_page(pages, context, _build_downloads(job)), "page")
    job.bundle.notes.append(f"open {START}; to publish it, upload the folder to any web host")
    for piece in job.pieces:
        place = f"{PIECES}#{anchor(piece)}"
        job.bundle.add_piece(piece, title=job.title(piece), front=place)


def _build_downloads(job: ExportJob) -> list[Download]:
    """Build the kit for each usual paper; return the files."""
    request = job.request
    known = papers(job.kit.folders.shared)
    out = job.bundle.folder / PRINT_FOLDER
    edition = Edition(request.ink, language=request.language)
    downloads: dict[str, Download] = {}
    for number, paper in enumerate(COMMON_PAPERS, start=3):
        job.watch(f"print on {known[paper].title}", number, 3 + len(COMMON_PAPERS))
        built = build(
            BuildRequest(KitRef(request.kit, request.roots), out, edition, Target(paper)),
            no_progress,
        )
        home = built.folder.relative_to(job.bundle.folder).as_posix()
        for each in built.files:
            path = f"{home}/{each.path}"
            size = len(bytes_of(built.folder / each.path))
            downloads[path] = Download(path, size, each, known[paper])
    for path, download in downloads.items():
        job.bundle.add_existing(path, "print", pages=download.output.pages)
    job.bundle.add_existing(f"{home}/{MANIFEST}", "print")
    return list(downloads.values())


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
            link = f"{capitalized(kit.words.text(title))}, {each.paper.title_in(kit.words)}"
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


WIDEST, TALLEST = 210.0, 230.0
"""Greatest width and height of a face in the overview, in points."""


@dataclass
class _PieceGroup:
    """Group of pieces that look the same and are shown once; its other ids are anchors, too."""

    title: str
    part: str
    size: str
    copies: int
    ids: list[str]
    words: str = ""
    front: Markup | None = None
    back: Markup | None = None


def pieces_page(site: Site) -> bytes:
    """The page of all pieces; pieces that look the same on both sides are shown once."""
    job = site.job
    pictures = Pictures(job.faces.renderer)
    found = _groups(site)
    for (front, back), group in found.items():
        words = dict.fromkeys(all_words(face) for face in (front, back) if face)
        group.words = " · ".join(filter(None, words))
        group.front = _picture_of_face(front, group.title, pictures)
        if back:
            group.back = _picture_of_face(
                back, job.kit.words.text(says.BACK, piece=group.title), pictures
            )
    return site.page(PIECES, pictures, "pieces.js", groups=[*found.values()], parts=job.parts)


def anchor(piece: Piece) -> str:
    """The id of a piece on the page."""
    return f"piece-{piece.id.replace('/', '--')}"


def _groups(site: Site) -> dict[tuple[Scene, Scene | None], _PieceGroup]:
    found: dict[tuple[Scene, Scene | None], _PieceGroup] = {}
    figure = site.job.kit.words.figure
    for part in site.job.parts:
        for piece in part.pieces:
            group = found.setdefault(
                (piece.front, piece.back),
                _PieceGroup(
                    site.job.title(piece), part.name, figure(in_mm(piece.size, AS_MEASURED)), 0, []
                ),
            )
            group.copies += piece.copies
            group.ids.append(anchor(piece))
    return found


def _picture_of_face(face: Scene, alt: str, pictures: Pictures) -> Markup:
    scale = min(1.0, WIDEST / face.width, TALLEST / face.height)
    return pictures.scene(face, alt, face.width * scale)
