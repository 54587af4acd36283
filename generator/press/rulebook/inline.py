r"""Inline Markdown: emphasis, links and icons as `Prose`, spans ready to be set.

`**strong**` is bold and `*emphasis*` italic; `` `code` `` is bold and takes every character
literally; `:name:` is an icon, and `\:name:` is not.  A link without text, `[](#set-up)`, reads
"page 7".  `[[slug, slug]]` cites rules: it prints nothing in the text, but their slugs in the outer
margin of the line.  An apostrophe between letters is printed as a curved one.
"""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from typing import NamedTuple
from urllib.parse import unquote

from markdown_it.tree import SyntaxTreeNode

from generator.base.errors import KitError, Place
from generator.press.rulebook.source_map import Manuscript
from generator.press.text.inline import Icon, InlineText, Span

PAGE = "page {n}"
"""The text of a link that has no words of its own."""
CITED_ANCHOR = "told-"
"""Prefix of the anchor of the first line that cites a rule; the rule's slug follows."""
_ICON = re.compile(r":([a-z][a-z0-9-]*):")
_APOSTROPHE = re.compile(r"(?<=[^\W\d_])'(?=[^\W\d_])")
_BLANK = re.compile(r"[ \t\f\v\n]+")
_INVISIBLE = re.compile("[ \u00a0\u00ad\u200b\u2060]")
_CITATION = re.compile(r"(?<!\s)\s*+\[\[([a-z0-9][a-z0-9, -]*)\]\]")
_ADDRESS = re.compile(r"(https?://|mailto:)\S+")


@dataclass(frozen=True, slots=True)
class LinkMark:
    """A link over part of a passage, from one visible character up to (not including) another.

    Spaces, and characters that only mark a possible line break, do not count; an icon counts as
    one.
    """

    start: int
    end: int
    target: str
    place: Place
    cites: bool = False
    """Whether its words are the name of the rule that it leads to."""
    without_words: bool = False
    """Whether it has no words of its own, but the number of the page that it leads to."""


class Citation(NamedTuple):
    """A rule cited in a passage, `after` this number of visible characters."""

    slug: str
    after: int
    place: Place


@dataclass(frozen=True, slots=True)
class Passage:
    """Prose without a forced line break."""

    spans: InlineText
    links: tuple[LinkMark, ...] = ()
    cites: tuple[Citation, ...] = ()


@dataclass(frozen=True, slots=True)
class Prose:
    """A paragraph, heading, table cell or caption; each of its passages starts a new line."""

    passages: tuple[Passage, ...]
    place: Place

    @property
    def plain(self) -> str:
        """The words alone, without icons: for bookmarks, running titles and messages."""
        words = (
            piece.text if isinstance(piece, Span) else " "
            for passage in self.passages
            for piece in (*passage.spans, Span(" "))
        )
        return " ".join("".join(words).split())


def visible_length(text: str) -> int:
    """The number of visible characters of a text, as `LinkMark` counts them."""
    return len(_INVISIBLE.sub("", text))


def plain_prose(text: str, place: Place) -> Prose:
    """A text without any marks."""
    return Prose((Passage((Span(_clean(text)),)),), place)


def parse_prose(
    nodes: Sequence[SyntaxTreeNode], manuscript: Manuscript, line: int, pages: Mapping[str, int]
) -> Prose:
    """Parse Markdown's inline nodes, which start on a `line` of the manuscript, from 0.

    `pages` is the page of each anchor, if known.  Raises KitError for
    HTML, for an image within a paragraph and for a link to something that is not an address.
    """
    parser = _InlineParser(manuscript, line, pages)
    parser.read(nodes)
    parser.end_passage()
    return Prose(tuple(parser.passages), manuscript.place(line))


class _InlineParser:
    """Walks inline nodes and tracks style, line and number of visible characters."""

    def __init__(self, manuscript: Manuscript, line: int, pages: Mapping[str, int]) -> None:
        self.passages: list[Passage] = []
        self._manuscript = manuscript
        self._line = line
        self._pages = pages
        self._spans: list[Span | Icon] = []
        self._links: list[LinkMark] = []
        self._cites: list[Citation] = []
        self._visible = 0
        self._bold = 0
        self._italic = 0

    def read(self, nodes: Sequence[SyntaxTreeNode]) -> None:
        for node in self._without_repeats(nodes):
            match node.type:
                case "text":
                    self._text(node.content)
                case "text_special":
                    self._span(node.content)
                case "code_inline":
                    self._bold += 1
                    self._span(node.content)
                    self._bold -= 1
                case "softbreak":
                    self._line += 1
                    self._span(" ")
                case "hardbreak":
                    self._line += 1
                    self.end_passage()
                case "strong":
                    self._bold += 1
                    self.read(node.children)
                    self._bold -= 1
                case "em":
                    self._italic += 1
                    self.read(node.children)
                    self._italic -= 1
                case "link":
                    self._link(node)
                case "image":
                    raise KitError(
                        "a picture is inside a paragraph",
                        place=self._place,
                        hint="give it a paragraph of its own, or use an :icon:",
                        check="rulebook-syntax",
                    )
                case _:
                    raise html_error(node.content, self._manuscript, self._line)

    def _without_repeats(self, nodes: Sequence[SyntaxTreeNode]) -> list[SyntaxTreeNode]:
        """The nodes without a repeated page reference and its comma."""
        kept: list[SyntaxTreeNode] = []
        for node in nodes:
            page = self._page(node)
            if page and len(kept) > 1 and kept[-1].content == ", " and self._page(kept[-2]) == page:
                kept.pop()
            else:
                kept.append(node)
        return kept

    def _page(self, node: SyntaxTreeNode) -> int:
        """The page of a link that shows its number because it has no words; 0: no such link."""
        if node.type != "link" or node.children:
            return 0
        return self._pages.get(self._target(node)[1:], 0)

    @staticmethod
    def _target(node: SyntaxTreeNode) -> str:
        """The target of a link; the parser percent-encodes letters beyond ASCII."""
        target = str(node.attrs["href"])
        return unquote(target) if target.startswith("#") else target

    def end_passage(self) -> None:
        if self._cites and not self._visible:
            raise KitError(
                f'"[[{self._cites[0].slug}]]" has no words before it',
                place=self._cites[0].place,
                hint="put it after the sentence that states the rule",
                check="rulebook-syntax",
            )
        if self._spans:
            self.passages.append(
                Passage(tuple(self._spans), tuple(self._links), tuple(self._cites))
            )
        self._spans, self._links, self._cites, self._visible = [], [], [], 0

    @property
    def _place(self) -> Place:
        return self._manuscript.place(self._line)

    def _text(self, text: str) -> None:
        if "**" in text:  # the parser leaves what is no pair of marks as text
            raise KitError(
                '"**" begins or ends no bold text',
                place=self._place,
                hint=r"write ** on both sides of the bold words, without a space inside; or \*\*",
                check="text-markup",
            )
        for index, part in enumerate(_CITATION.split(text)):
            if index % 2:
                self._cite(part)
            else:
                self._words(part)

    def _cite(self, slugs: str) -> None:
        for slug in slugs.split(","):
            self._cites.append(Citation(slug.strip(), self._visible, self._place))
        if self._spans and isinstance(self._spans[-1], Span):
            last = self._spans.pop()
            assert isinstance(last, Span)
            if text := last.text.rstrip(" "):
                self._spans.append(replace(last, text=text))

    def _words(self, text: str) -> None:
        for index, part in enumerate(_ICON.split(text)):
            if index % 2:
                self._spans.append(Icon(part))
                self._visible += 1
            elif part:
                self._span(_APOSTROPHE.sub("’", part))

    def _span(self, text: str) -> None:
        text = _clean(text)
        self._spans.append(Span(text, self._bold > 0, self._italic > 0))
        self._visible += visible_length(text)

    def _link(self, node: SyntaxTreeNode) -> None:
        target, place, start = self._target(node), self._place, self._visible
        first_span = len(self._spans)
        if not target.startswith("#") and not _ADDRESS.fullmatch(target):
            raise KitError(
                f'the link to "{target}" leads nowhere',
                place=place,
                hint="write #heading for a place in this book, or a full address: https://…",
                check="broken-link",
            )
        self.read(node.children)
        without_words = self._visible == start and target.startswith("#")
        if without_words:
            page = self._pages.get(target[1:], 0)
            self._span(self._manuscript.words.text(PAGE, n=page).replace(" ", "\u00a0"))
        words = "".join(span.text for span in self._spans[first_span:] if isinstance(span, Span))
        cites = target == f"#rule-{words}".replace("\N{NON-BREAKING HYPHEN}", "-")
        self._links.append(LinkMark(start, self._visible, target, place, cites, without_words))


def html_error(html: str, manuscript: Manuscript, line: int) -> KitError:
    """The error for HTML on a line of a manuscript, perhaps in the text of a row that it prints."""
    shown = " ".join(html.split())
    shown = shown if len(shown) <= 40 else f"{shown[:39]}…"
    return KitError(
        f'HTML is not allowed in a rulebook: "{shown}"', place=manuscript.place(line),
        item=manuscript.row_on(line, re.split(r"[>\n]", html)[0]),
        hint=r"use Markdown; write \< for a plain <, and {# … #} for a comment",
        check="rulebook-syntax",
    )  # fmt: skip


def _clean(text: str) -> str:
    return _BLANK.sub(" ", unicodedata.normalize("NFC", text))
