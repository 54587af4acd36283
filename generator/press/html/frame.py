"""Frame of a page: its head, with inline style and scripts, and its security policy.

A page loads nothing: its Content-Security-Policy allows only the style and scripts inside it, and
inline pictures.  So nothing from a kit could run, even if it were read as tags.
"""

from __future__ import annotations

import base64
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from hashlib import sha256
from pathlib import Path

from jinja2 import Environment, FunctionLoader, StrictUndefined, Template
from markupsafe import Markup

from generator.base.text_files import read_text
from generator.kit.words import Translator
from generator.press.html import says
from generator.press.scene.items import Color

STATIC = Path(__file__).with_name("static")


@dataclass(frozen=True, slots=True)
class Look:
    """The colours of a page, from the kit's palette."""

    accent: Color
    ink: Color


def frame(
    title: str,
    language: str,
    look: Look,
    body: Markup,
    words: Translator,
    *,
    kind: str,
    styles: Sequence[Path] = (),
    scripts: Sequence[Path] = (),
    data: str = "",
) -> Markup:
    """A whole page; `styles` and `scripts` are files beyond those of every page, `data` is JSON."""
    colors = f":root{{--kit-accent:{look.accent};--kit-ink:{look.ink}}}\n"
    style = colors + "".join(map(static, (STATIC / "page.css", *styles)))
    script = "".join(map(static, (STATIC / "page.js", *scripts)))
    return render(
        STATIC / "page.html.j2", words, language=language, title=title, kind=kind, body=body,
        style_hash=_hash(style), script_hash=_hash(script), style=Markup(style), script=Markup(script),
        data=Markup(data.replace("<", "\\u003c").replace("&", "\\u0026")),  # it contains no end tag
    )  # fmt: skip


def render(template: Path, words: Translator, **values: object) -> Markup:
    """A part of a page, from a template with the functions `text` and `find` of its words."""
    filled = html_template(template).render(text=words.text, find=words.find, says=says, **values)
    return Markup(filled)


@cache
def html_template(path: Path) -> Template:
    """A template for HTML; it may use others of its folder, and those that every page has."""

    def source(name: str) -> str:
        own = path.with_name(name)
        return static(own if own.is_file() else STATIC / name)

    environment = Environment(
        loader=FunctionLoader(source), undefined=StrictUndefined, autoescape=True, trim_blocks=True,
        lstrip_blocks=True,
    )  # fmt: skip
    return environment.get_template(path.name)


@cache
def static(path: Path) -> str:
    """The text of a style, script or template that comes with Grimoire."""
    return read_text(path, path.name)


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(sha256(text.encode()).digest()).decode("ascii")
