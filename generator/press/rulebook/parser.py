"""Rulebook parser: reads Markdown into blocks and collects every fault on the way.

Beside plain Markdown (headings, paragraphs, lists, tables, quotes, images, lines) there are fenced
blocks: ```cover, ```contents, ```components, ```figure, ```rules, ```page-break and ```spread.  HTML is
refused; indented code and underlined headings are read as plain words.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

from markdown_it import MarkdownIt
from markdown_it.tree import SyntaxTreeNode

from generator.base.document import Document, Mark
from generator.base.errors import Fault, KitError, Place, collected, did_you_mean
from generator.press.rulebook.blocks import (
    Align,
    Block,
    Box,
    Contents,
    Cover,
    Divider,
    Figure,
    Figures,
    Heading,
    ListBlock,
    PageBreak,
    Paragraph,
    PieceList,
    Rule,
    Rules,
    TableBlock,
)
from generator.press.rulebook.directives import (
    CoverSpec,
    FigureRow,
    FigureSpec,
    RuleSpecs,
    checked,
    read_fence,
)
from generator.press.rulebook.inline import (
    Prose,
    html_error,
    parse_prose,
    plain_prose,
    visible_length,
)
from generator.press.rulebook.source_map import Manuscript
from generator.press.text.inline import anchor

DEEPEST_HEADING = 3
MAX_CHARACTERS = 250_000
"""Maximum number of characters: some hundred pages; the longest book of the five kits has 72,000."""
CHARACTERS_OF_PIECE = 200
"""Number of further characters allowed per different piece of the kit, since the book may list all."""
MAX_BLOCKS = 4_000
"""Maximum number of headings, paragraphs, list items and so on; a table cell counts as half.  The
longest book of the five kits has 550."""
BLOCKS_OF_PIECE = 4
"""Number of further blocks allowed per different piece of the kit."""
WEIGHTS = {"td": 0.5, "th": 0.5} | dict.fromkeys(
    ("heading", "paragraph", "bullet_list", "ordered_list", "table", "blockquote", "hr", "fence"), 1
)
"""Number of blocks that each Markdown node counts as."""
MAX_OF_KIND: Mapping[type[Block], int] = {Contents: 4, PieceList: 10, Figures: 400}
"""Maximum number of blocks of kinds that draw much, or that list a whole book or kit."""


def parse_blocks(
    manuscript: Manuscript, pages: Mapping[str, int]
) -> tuple[tuple[Block, ...], list[Fault]]:
    """Parse a manuscript into blocks, and collect the faults of those that cannot be parsed.

    `pages` is the page of each anchor, if known.
    """
    limit = MAX_CHARACTERS + CHARACTERS_OF_PIECE * manuscript.differing
    if len(manuscript.text) > limit:
        raise _too_long_error(f"the book has more than {limit:,} characters", manuscript.places[0])
    limit = MAX_BLOCKS + BLOCKS_OF_PIECE * manuscript.differing
    parser = _BlockParser(manuscript, pages)
    blocks: list[Block] = []
    faults: list[Fault] = []
    count = 0.0
    for node in SyntaxTreeNode(parser.markdown.parse(manuscript.text)).children:
        count += sum(WEIGHTS.get(each.type, 0) for each in node.walk())
        if count > limit:
            message = f"the book has more than {limit:,} paragraphs, table rows and other parts"
            raise _too_long_error(message, manuscript.place(node.map[0] if node.map else 0))
        with collected(faults):
            blocks.append(parser.block(node))
        _check_kind(blocks)
    return tuple(blocks), faults


def parse_rule(slug: str, text: str, manuscript: Manuscript, place: Place) -> Rule:
    """A rule of the kit, written in Markdown without blocks."""
    parser = _BlockParser(manuscript, {})
    prose = parser.inline(text)
    return Rule(slug, prose or plain_prose(slug, place), place)


def _check_kind(blocks: Sequence[Block]) -> None:
    """Raise KitError at the block that exceeds the limit of its kind."""
    for block in blocks[-1:]:
        limit = MAX_OF_KIND.get(type(block), 0)
        if limit and sum(isinstance(each, type(block)) for each in blocks) > limit:
            raise _too_long_error("the book has too many blocks of this kind", block.place)


def _too_long_error(message: str, place: Place) -> KitError:
    hint = "look for a loop that repeats too often"
    return KitError(message, place=place, hint=hint, check="rulebook-too-long")


class _BlockParser:
    def __init__(self, manuscript: Manuscript, pages: Mapping[str, int]) -> None:
        self.markdown = (
            MarkdownIt("commonmark").enable("table").disable(["lheading", "code", "text_join"])
        )
        self._manuscript = manuscript
        self._pages = pages
        self._anchors: set[str] = set()
        self._levels: list[int] = []
        """The level of the last heading, and the levels of the headings that enclose it."""
        self._repeated: Counter[str] = Counter()
        """How often each heading text has been given a number."""
        self._rules_seen: set[str] = set()
        self._line = 0
        self._readers: Mapping[str, Callable[[SyntaxTreeNode, Place], Block]] = {
            "heading": self._heading,
            "paragraph": self._paragraph,
            "bullet_list": self._items,
            "ordered_list": self._items,
            "table": self._table,
            "blockquote": self._box,
            "hr": lambda node, place: Divider(place),
            "fence": self._fence,
            "html_block": self._html,
        }
        self._fences: Mapping[str, Callable[[SyntaxTreeNode, Place], Block]] = {
            "figure": self._figures,
            "cover": self._cover,
            "rules": self._rules,
            "contents": lambda node, place: Contents(place),
            "components": lambda node, place: PieceList(place),
            "page-break": lambda node, place: PageBreak(place),
            "spread": lambda node, place: PageBreak(place, spread=True),
        }

    def block(self, node: SyntaxTreeNode) -> Block:
        if node.map:
            self._line = node.map[0]
        return self._readers[node.type](node, self._manuscript.place(self._line))

    def _blocks(self, nodes: Sequence[SyntaxTreeNode]) -> tuple[Block, ...]:
        return tuple(self.block(node) for node in nodes)

    def _prose(self, node: SyntaxTreeNode) -> Prose:
        """The prose of a node that holds one inline node."""
        if node.map:
            self._line = node.map[0]
        inline = node.children[0].children if node.children else []
        return parse_prose(inline, self._manuscript, self._line, self._pages)

    def _heading(self, node: SyntaxTreeNode, place: Place) -> Heading:
        level = int(node.tag[1])
        if level > DEEPEST_HEADING:
            raise KitError(
                f"a heading of level {level} is too deep", place=place,
                hint=f"use at most {'#' * DEEPEST_HEADING}", check="rulebook-syntax")  # fmt: skip
        prose = self._prose(node)
        if not visible_length(prose.plain):
            raise KitError("a heading is empty", place=place, check="rulebook-syntax")
        if any(passage.cites for passage in prose.passages):
            raise KitError(
                "a heading cites a rule", place=place,
                hint="cite it after the sentence that states it", check="rulebook-syntax")  # fmt: skip
        self._levels = [*(above for above in self._levels if above < level), level]
        return Heading(level, prose, self._anchor(prose.plain), place, len(self._levels))

    def _anchor(self, title: str) -> str:
        """The anchor of a heading; a number tells headings of the same words apart."""
        name = base = anchor(title)
        while name in self._anchors:
            self._repeated[base] += 1
            name = f"{base}-{self._repeated[base] + 1}"
        self._anchors.add(name)
        return name

    def _paragraph(self, node: SyntaxTreeNode, place: Place) -> Block:
        inline = node.children[0].children
        if len(inline) == 1 and inline[0].type == "image":
            return self._picture(inline[0], place)
        return Paragraph(self._prose(node), place)

    def _picture(self, node: SyntaxTreeNode, place: Place) -> Figures:
        caption = None
        if node.children:
            caption = parse_prose(node.children, self._manuscript, self._line, self._pages)
        spec = FigureSpec(image=str(node.attrs["src"]))
        return Figures((Figure(spec, caption, place),), place)

    def inline(self, text: str) -> Prose | None:
        """Markdown without blocks, from a value of a fence."""
        if not text.strip():
            return None
        (inline,) = SyntaxTreeNode(self.markdown.parseInline(text)).children
        return parse_prose(inline.children, self._manuscript, self._line, self._pages)

    def _items(self, node: SyntaxTreeNode, place: Place) -> ListBlock:
        items = tuple(self._blocks(item.children) for item in node.children)
        start = int(node.attrs.get("start", 1)) if node.type == "ordered_list" else None
        return ListBlock(items, start, place)

    def _table(self, node: SyntaxTreeNode, place: Place) -> TableBlock:
        rows = [row for part in node.children for row in part.children]
        cells = tuple(tuple(self._cell(cell, row) for cell in row.children) for row in rows)
        return TableBlock(cells, tuple(_align(cell) for cell in rows[0].children), place)

    def _cell(self, cell: SyntaxTreeNode, row: SyntaxTreeNode) -> Prose:
        self._line = row.map[0] if row.map else self._line
        return self._prose(cell)

    def _box(self, node: SyntaxTreeNode, place: Place) -> Box:
        return Box(self._blocks(node.children), place)

    def _html(self, node: SyntaxTreeNode, place: Place) -> Block:
        raise html_error(node.content, self._manuscript, self._line)

    def _fence(self, node: SyntaxTreeNode, place: Place) -> Block:
        name = node.info.strip()
        if name not in self._fences:
            raise KitError(
                f'there is no fenced block "{name}"', place=place,
                hint=did_you_mean(name, self._fences), check="rulebook-syntax")  # fmt: skip
        closed = not node.map or node.map[1] - node.map[0] > node.content.count("\n") + 1
        if not closed or "\n```" in f"\n{node.content}":
            raise KitError(
                f'the block "{name}" is opened here but never closed', place=place,
                hint="write ``` on a line of its own after it", check="rulebook-syntax")  # fmt: skip
        return self._fences[name](node, place)

    def _data(self, node: SyntaxTreeNode) -> Document:
        self._line += 1
        return read_fence(node.content, self._line, self._manuscript)

    def _figures(self, node: SyntaxTreeNode, place: Place) -> Figures:
        document = self._data(node)
        if isinstance(document.data, dict) and "row" in document.data:
            specs = checked(FigureRow, document, self._manuscript, "figure").row
        else:
            specs = [checked(FigureSpec, document, self._manuscript, "figure")]
        return Figures(tuple(self._figure(spec, place) for spec in specs), place)

    def _figure(self, spec: FigureSpec, place: Place) -> Figure:
        return Figure(spec, self.inline(spec.caption or ""), place)

    def _cover(self, node: SyntaxTreeNode, place: Place) -> Cover:
        return Cover(checked(CoverSpec, self._data(node), self._manuscript, "cover"), place)

    def _rules(self, node: SyntaxTreeNode, place: Place) -> Rules:
        data = self._data(node)
        document = Document({"rules": data.data}, data.file, Mark(1, {"rules": data.lines}))
        specs = checked(RuleSpecs, document, self._manuscript, "rules")
        rules: list[Rule] = []
        for slug, text in specs.rules.items():
            line = document.place("rules", slug).line or 1
            self._line = line - 1
            where = self._manuscript.place(self._line)
            prose = self.inline(text)
            if prose is None or not visible_length(prose.plain):
                raise KitError(
                    f'the rule "{slug}" has no text', place=where, check="rulebook-syntax"
                )
            if slug in self._rules_seen:
                raise KitError(
                    f'the rule "{slug}" is in the book twice', place=where,
                    hint=f"link to it instead: [](#rule-{slug})", check="rulebook-syntax",
                )  # fmt: skip
            self._rules_seen.add(slug)
            rules.append(Rule(slug, prose, where))
        return Rules(tuple(rules), place)


def _align(cell: SyntaxTreeNode) -> Align:
    style = str(cell.attrs.get("style", ""))
    if "right" in style:
        return "right"
    return "center" if "center" in style else "left"
