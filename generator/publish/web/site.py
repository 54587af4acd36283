"""Site frame: page names, the links between pages, and their common layout."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

from markupsafe import Markup

from generator.press.html import says
from generator.press.html.blocks import BREAK
from generator.press.html.frame import Look, frame, theme_button
from generator.press.html.pictures import Pictures
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
        self,
        name: str,
        body: Markup,
        pictures: Pictures,
        tools: Markup = Markup(""),  # noqa: B008  # immutable
        script: str = "",
        data: str = "",
    ) -> bytes:
        """Assemble a page from its bar with `tools` and its body."""
        file, words = self.job.kit.file, self.job.kit.words
        title = file.title if name == START else f"{words.text(TITLES[name])}: {file.title}"
        whole = Markup(
            '{}<header class="bar"><a class="title" href="{}">{}</a>{}{}'
            '<div class="buttons">{}</div></header>\n<main id="main" tabindex="-1">{}</main>'
        ).format(
            pictures.shared(), START, file.title, self.links(name), tools, theme_button(words), body
        )
        style = BookStyle.from_style(self.job.faces.renderer.style)
        page = frame(
            title,
            file.language,
            Look(style.emphasis, style.ink),
            whole,
            words,
            kind=name.removesuffix(".html"),
            styles=(STATIC / "site.css",),
            scripts=(STATIC / script,) if script else (),
            data=data,
        )
        return pictures.fill(page).encode()
