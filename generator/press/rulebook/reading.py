"""Reading of a rulebook: its Markdown as blocks, with the referee's appendix, and their faults."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from generator.base.errors import Fault, did_you_mean
from generator.engine.text.rule_texts import Rule as KitRule
from generator.press.rulebook.blocks import (
    Appendix,
    Block,
    Box,
    Figures,
    Heading,
    ListBlock,
    Paragraph,
    Rules,
    TableBlock,
)
from generator.press.rulebook.inline import CITED_ANCHOR, Prose, plain_prose
from generator.press.rulebook.parser import parse_blocks, parse_rule
from generator.press.rulebook.source_map import Manuscript

NO_RULES: Mapping[str, KitRule] = {}
APPENDIX = "Rules for referees"
APPENDIX_INTRO = (
    "Every rule in a sentence or two, under the short name by which Grimoire’s own referee cites it. "
    "You need none of this to play; it settles what the pages before leave open."
)
APPENDIX_INDEX = "Where the book tells them"
APPENDIX_ANCHOR = "rules-for-referees"


def read_blocks(
    manuscript: Manuscript, pages: Mapping[str, int], rules: Mapping[str, KitRule], appendix: bool
) -> tuple[tuple[Block, ...], list[Fault]]:
    """The blocks of a book, and the faults of its Markdown, its links and its citations.

    `pages` is the page of each anchor, if known; `rules` are those that may be cited.  With
    `appendix`, one for referees follows unless the book prints all rules itself.
    """
    blocks, faults = parse_blocks(manuscript, pages)
    faults += _broken_links(blocks)
    faults += _unknown_rules(blocks, rules)
    if appendix:
        blocks += tuple(_appendix(blocks, rules, manuscript))
    return blocks, faults


def printed_rules(blocks: Sequence[Block]) -> frozenset[str]:
    """The slugs of the rules that ```rules blocks print."""
    return frozenset(r.slug for b in all_blocks(blocks) if isinstance(b, Rules) for r in b.rules)


def _appendix(
    blocks: Sequence[Block], rules: Mapping[str, KitRule], manuscript: Manuscript
) -> Iterator[Appendix]:
    """The referee's appendix, unless the book prints all rules in its text."""
    if printed_rules(blocks).issuperset(rules):
        return
    place, words = manuscript.place(len(manuscript.places) - 1), manuscript.words
    sections = dict[str, int]()
    for number, rule in enumerate(rules.values()):
        sections.setdefault(rule.section, number)
    yield Appendix(
        Heading(1, plain_prose(words.text(APPENDIX), place), APPENDIX_ANCHOR, place),
        Paragraph(plain_prose(words.text(APPENDIX_INTRO), place), place),
        tuple(
            parse_rule(rule.slug, rule.text, manuscript, rule.place or place)
            for rule in rules.values()
        ),
        tuple((title, number) for title, number in sections.items()),
        words.text(APPENDIX_INDEX),
        place,
    )


def _unknown_rules(blocks: Sequence[Block], rules: Mapping[str, KitRule]) -> list[Fault]:
    """A fault for each citation of a rule that the kit does not have."""
    return [
        Fault(
            f'no rule "{cited.slug}"', cited.place,
            hint=did_you_mean(cited.slug, rules), check="unknown-rule")
        for block in all_blocks(blocks)
        for prose in prose_of(block)
        for passage in prose.passages
        for cited in passage.cites
        if cited.slug not in rules
    ]  # fmt: skip


def _broken_links(blocks: Sequence[Block]) -> list[Fault]:
    """A fault for each link to an anchor that is not in the book."""
    known = {block.anchor for block in all_blocks(blocks) if isinstance(block, Heading)}
    known |= {f"rule-{slug}" for slug in printed_rules(blocks)} | cited_under(blocks).keys()
    return [
        Fault(
            f'the link to "{link.target}" leads nowhere', link.place,
            hint=did_you_mean(link.target[1:], known), check="broken-link")
        for block in all_blocks(blocks)
        for prose in prose_of(block)
        for passage in prose.passages
        for link in passage.links
        if link.target.startswith("#") and link.target[1:] not in known
    ]  # fmt: skip


def cited_under(blocks: Sequence[Block]) -> dict[str, str]:
    """The words of the heading above the first sentence that cites each rule, by the citation's anchor."""
    found: dict[str, str] = {}
    title = ""
    for block in all_blocks(blocks):
        title = block.prose.plain if isinstance(block, Heading) else title
        for cited in (c for prose in prose_of(block) for p in prose.passages for c in p.cites):
            found.setdefault(f"{CITED_ANCHOR}{cited.slug}", title)
    return found


def all_blocks(blocks: Sequence[Block]) -> Iterator[Block]:
    """The blocks, and those inside them."""
    for block in blocks:
        yield block
        if isinstance(block, Box):
            yield from all_blocks(block.blocks)
        elif isinstance(block, ListBlock):
            for item in block.items:
                yield from all_blocks(item)


def prose_of(block: Block) -> Iterator[Prose]:
    """All prose directly in a block."""
    match block:
        case Heading(prose=prose) | Paragraph(prose=prose):
            yield prose
        case TableBlock(rows=rows):
            yield from (cell for row in rows for cell in row)
        case Figures(figures=figures):
            yield from (figure.caption for figure in figures if figure.caption)
        case Rules(rules=rules):
            yield from (rule.prose for rule in rules)
