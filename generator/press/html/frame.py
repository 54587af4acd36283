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

from markupsafe import Markup

from generator.base.text_files import read_text
from generator.kit.words import Translator
from generator.press.html import says
from generator.press.scene.items import Color

STATIC = Path(__file__).with_name("static")

_PAGE = Markup(
    """<!doctype html>
<html lang="{language}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src '{style_hash}'; \
script-src '{script_hash}'; img-src data:; base-uri 'none'; form-action 'none'">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="Grimoire">
<meta name="color-scheme" content="light dark">
<title>{title}</title>
<style>{style}</style>
</head>
<body class="page-{kind}">
<a class="skip" href="#main">{skip}</a>
{body}
{data}<script>{script}</script>
</body>
</html>
"""
)


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
    """A whole page; `styles` and `scripts` are files besides those that every page has, `data` is JSON."""
    colors = f":root{{--kit-accent:{look.accent};--kit-ink:{look.ink}}}\n"
    style = colors + "".join(map(static, (STATIC / "page.css", *styles)))
    script = "".join(map(static, (STATIC / "page.js", *scripts)))
    return _PAGE.format(
        language=language,
        style_hash=_hash(style),
        script_hash=_hash(script),
        title=title,
        style=Markup(style),
        kind=kind,
        skip=words.text(says.SKIP),
        body=body,
        data=_data(data),
        script=Markup(script),
    )


def theme_button(words: Translator) -> Markup:
    """The button that switches between light and dark; without scripts there is none."""
    return Markup(
        '<button type="button" data-theme hidden title="{0}" aria-label="{0}">◐</button>'
    ).format(words.text(says.THEME))


@cache
def static(path: Path) -> str:
    """The text of a style or a script that comes with Grimoire."""
    return read_text(path, path.name)


def _data(data: str) -> Markup:
    """JSON for the scripts, escaped so that it contains no end tag."""
    if not data:
        return Markup("")
    safe = data.replace("<", "\\u003c").replace("&", "\\u0026")
    return Markup('<script type="application/json" id="data">{}</script>\n').format(Markup(safe))


def _hash(text: str) -> str:
    return "sha256-" + base64.b64encode(sha256(text.encode()).digest()).decode("ascii")
