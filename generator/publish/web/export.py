"""Export of a kit as a site: a start page, rules, pieces, files to print, and a recorded game."""

from __future__ import annotations

import re

from generator.base.errors import KitError
from generator.base.text_files import bytes_of
from generator.engine.registry import has_rules
from generator.pipeline.build import build
from generator.press.html.rulebook import rulebook_page
from generator.press.library import papers
from generator.press.request import (
    COMMON_PAPERS,
    MANIFEST,
    BuildRequest,
    Edition,
    KitRef,
    Target,
    no_progress,
)
from generator.press.rulebook.of_kit import rulebook_context
from generator.publish.job import ExportJob
from generator.publish.shop_limits import WebLimits
from generator.publish.web.game import game_page
from generator.publish.web.pieces import anchor, pieces_page
from generator.publish.web.site import GAME, PIECES, RULES, START, Site
from generator.publish.web.start import Download, start_page

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
    job.watch("draw the pieces", 0, 4)
    job.bundle.add_file(PIECES, pieces_page(pages), "page")
    context, shown_rules = None, frozenset[str]()
    if book:
        job.watch("set the rules", 1, 4)
        context = rulebook_context(job.faces, job.all_parts, job.paper)
        content = rulebook_page(job.faces, context, pages.links(RULES))
        shown_rules = frozenset(_RULE.findall(content.decode()))
        job.bundle.add_file(RULES, content, "page")
    if played:
        job.watch("play the game", 2, 4)
        content, note = game_page(pages, shown_rules)
        job.bundle.add_file(GAME, content, "page")
        job.bundle.notes += [note] if note else []
    job.watch("print", 3, 4)
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
    for paper in COMMON_PAPERS:
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
