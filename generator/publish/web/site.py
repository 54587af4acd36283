"""Site frame: page names, the links between pages, and their common layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from generator.press.html import says
from generator.press.html.frame import Look, frame, render
from generator.press.html.pictures import Pictures
from generator.press.html.rulebook import BREAK
from generator.press.rulebook.layout.style import BookStyle
from generator.publish.job import ExportJob

STATIC = Path(__file__).with_name("static")

START, RULES, PIECES, GAME = "index.html", "rulebook.html", "pieces.html", "game.html"
TITLES = {START: says.START, RULES: says.RULES, PIECES: says.PIECES, GAME: says.GAME}


@dataclass(frozen=True, slots=True)
class Site:
    """Site: the pages of a kit's site and their common layout."""

    job: ExportJob
    names: Sequence[str]
    """File names of the pages, in the order of the links to them."""

    def links(self, here: str) -> Markup:
        """The links between the pages, for the bar at the top of the page `here`."""
        words = self.job.kit.words
        current = Markup(' aria-current="page"')
        links = BREAK.join(
            Markup('<a href="{}"{}>{}</a>').format(
                name, current if name == here else "", words.text(TITLES[name])
            )
            for name in self.names
        )
        return Markup('<nav aria-label="{}">{}</nav>').format(words.text(says.PAGES), links)

    def page(
        self, name: str, pictures: Pictures, script: str = "", data: str = "", **values: object
    ) -> bytes:
        """Assemble a page from the template of its name and the bar of all pages."""
        file, words = self.job.kit.file, self.job.kit.words
        title = file.title if name == START else f"{words.text(TITLES[name])}: {file.title}"
        whole = render(
            STATIC / f"{name}.j2", words, shared=pictures.shared(),
            site_title=file.title, start=START, links=self.links(name), **values,
        )  # fmt: skip
        style = BookStyle.from_style(self.job.faces.renderer.style)
        page = frame(
            title, file.language, Look(style.emphasis, style.ink), whole, words,
            kind=name.removesuffix(".html"),
            styles=(STATIC / "site.css",), scripts=(STATIC / script,) if script else (), data=data,
        )  # fmt: skip
        return pictures.fill(page).encode()
