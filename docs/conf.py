"""Sphinx configuration: the documentation as a site, built by `make docs` into `output/site/`.

The source folder is the whole repository, of which only pages are read, so a link that works in the
repository works in the site, too.
"""

from __future__ import annotations

import re

from sphinx.application import Sphinx

project = "Grimoire"
copyright = "2026 Grimoire contributors"
html_title = "Grimoire"

extensions = ["myst_parser"]
root_doc = "docs/index"
include_patterns = [
    "docs/**/*.md", "docs/*.md", "data/*.md", "templates/*.md",
    "README.md", "CONTRIBUTING.md", "CHANGELOG.md",
]  # fmt: skip
myst_heading_anchors = 4
suppress_warnings = [
    "misc.highlighting_failure",
    "myst.xref_missing",
]  # `tests/test_docs.py` checks links

html_theme = "furo"
html_copy_source = False
html_theme_options = {
    "light_css_variables": {"color-brand-primary": "#6b46c1", "color-brand-content": "#6b46c1"},
    "dark_css_variables": {"color-brand-primary": "#b79cf0", "color-brand-content": "#b79cf0"},
}

CONTENTS = {
    "": ["docs/tutorial"],
    "How-to guides": [
        "docs/howto/start-without-python",
        "docs/howto/use-the-studio",
        "docs/howto/print-a-kit",
        "docs/howto/use-a-spreadsheet",
        "docs/howto/print-pictures-of-cards",
        "docs/howto/bring-a-deck",
        "docs/howto/make-a-variant",
        "docs/howto/add-boards-tokens-and-dice",
        "docs/howto/make-a-roll-and-write",
        "docs/howto/make-a-deck-builder",
        "docs/howto/use-art",
        "docs/howto/translate-a-kit",
        "docs/howto/play-at-the-terminal",
        "docs/howto/measure-a-game",
        "docs/howto/test-with-people",
        "docs/howto/publish-a-kit",
        "docs/howto/build-a-strangers-kit",
    ],
    "Extend it": [
        "docs/write-a-game",
        "docs/write-a-bot",
        "docs/write-a-painter",
        "docs/write-a-check",
    ],
    "Reference": [
        "docs/reference/commands",
        "docs/reference/files",
        "data/ERRORS",
        "data/JSON",
        "data/REFERENCE",
        "templates/REFERENCE",
        "templates/RULEBOOK",
        "data/TURNS",
        "docs/reference/python-api",
    ],
    "Explanation": [
        "docs/explanation/architecture",
        "docs/explanation/a-card-becomes-ink",
        "docs/explanation/a-move-becomes-an-event",
        "docs/explanation/proof",
        "docs/explanation/what-we-learnt",
        "docs/explanation/the-rebuild",
    ],
    "Project": ["README", "CONTRIBUTING", "CHANGELOG"],
}
"""The sidebar: captions and the pages below them."""


def prepare(app: Sphinx, page: str, source: list[str]) -> None:
    """Add the sidebar to the first page, and leave out the badge that only the host can show."""
    if page == "README":
        source[0] = re.sub(r"^.*/actions/workflows/.*\n", "", source[0], flags=re.MULTILINE)
    elif page == root_doc:
        for caption, pages in CONTENTS.items():
            head = [":hidden:", *([f":caption: {caption}"] if caption else []), ""]
            lines = ["```{toctree}", *head, *(f"/{each}" for each in pages), "```"]
            source[0] += "\n\n" + "\n".join(lines) + "\n"


def setup(app: Sphinx) -> None:
    """Connect the hook; Sphinx calls this."""
    app.connect("source-read", prepare)
