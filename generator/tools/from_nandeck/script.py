"""Script of nanDECK: includes files, expands macros and loops, and yields directives."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from operator import eq, ge, gt, le, lt, ne
from pathlib import Path
from typing import Any, TypeAlias

from generator.base.errors import KitError, Place
from generator.base.load_document import SPREADSHEETS, load_csv, load_sheet, load_sheet_names
from generator.base.text_files import decoded_text, read_bytes, shown_name
from generator.tools.from_deck.design import MAX_CARDS
from generator.tools.from_nandeck.arithmetic import (
    MAX_ITEM_LETTERS,
    MAX_PARTS,
    expand_braces,
    format_number,
    number,
)
from generator.tools.from_nandeck.copies import rows_of_copies, with_copies

MAX_LINES = 20_000
"""Most lines of a script after its loops are expanded."""
MAX_DEPTH = 12
MAX_COMPARISONS = 100_000
"""Most comparisons of a script: a condition is evaluated for each row."""
_DIRECTIVE = re.compile(r"\s*([A-Za-z_]\w*)\s*=(.*)", re.S)
_LABEL = re.compile(r"\s*\[([^\]=]+)\]\s*=(.*)", re.S)
_FILES = (".csv", ".txt", ".tsv", *SPREADSHEETS)
_MAX_COMPARED_LETTERS = 1_000
_SAME_COPIES = "copies of each"
"""Heading of the column for a number under `LINKMULTI`."""
_COUNTED = re.compile(r"\(([^()]+)\)")
_WORD = re.compile(r"(?<![\w\]])[^\W\d]\w*")
_COMPARED = re.compile(r"\s*\(?\s*(.*?)\s*(<>|>=|<=|=|>|<)\s*(.*?)\s*\)?\s*")
_COMPARISONS: Mapping[str, Callable[[Any, Any], bool]] = {
    "=": eq, "<>": ne, "<": lt, ">": gt, "<=": le, ">=": ge,
}  # fmt: skip
"""Comparisons of two numbers or two texts, by sign."""


Mask: TypeAlias = tuple[bool, ...]
"""Whether a condition is true for each row of the table; a single value if it is alike for all."""


@dataclass(frozen=True, slots=True)
class ScriptLine:
    """A line of a script, with its place."""

    words: str
    place: Place


@dataclass(frozen=True, slots=True)
class Directive:
    """A directive with its parameters, in which labels are not yet replaced."""

    name: str
    parameters: list[str]
    place: Place
    only: tuple[Mask, ...] = ()
    """The conditions under which it stands."""

    def is_on(self, row: int) -> bool:
        """Whether it is run for the card of a row."""
        return all(mask[row % len(mask)] for mask in self.only)


@dataclass(slots=True)
class Script:
    """Script: the interpreter of a script, and its state."""

    folder: Path
    find: Callable[[str], Path | None]
    note: Callable[[Place, str], None]
    labels: dict[str, list[str]] = field(default_factory=dict)
    """Items of each label: one, a sequence, or a column of the linked table."""
    columns: dict[str, list[str]] = field(default_factory=dict)
    copies: str = ""
    """The column with the number of copies, of the directive `LINKMULTI`."""
    linked_copies: str = ""
    """That of the first table."""
    loops: dict[str, int] = field(default_factory=dict)
    macros: dict[str, tuple[list[str], list[ScriptLine]]] = field(default_factory=dict)
    only: list[Mask] = field(default_factory=list)
    """The conditions around the line that is executed, unless they are true for all cards."""
    steps: int = 0
    comparisons: int = 0

    def directives(self, path: Path) -> Iterator[Directive]:
        """Yield the directives of a file in the order of execution.  Raises KitError if it is unreadable."""
        yield from self._execute(self._lines(path), 0)

    def _lines(self, path: Path) -> list[ScriptLine]:
        shown = shown_name(path)
        content = read_bytes(path, shown)
        try:
            text = decoded_text(content, shown)
        except KitError:
            text = content.decode("cp1252", "replace")  # nanDECK's encoding on Windows
        lines: list[ScriptLine] = []
        for index, words in enumerate(text.splitlines(), 1):
            words = words.strip()
            if not words or words[0] in ";'":
                continue
            if lines and lines[-1].words.endswith("\\") and lines[-1].place.line == index - 1:
                lines[-1] = ScriptLine(lines[-1].words[:-1] + words, lines[-1].place)
            else:
                lines.append(ScriptLine(words, Place(shown, index)))
        return lines

    def _execute(self, lines: list[ScriptLine], depth: int) -> Iterator[Directive]:
        at = 0
        while at < len(lines):
            self.steps += 1
            line = lines[at]
            if self.steps > MAX_LINES or depth > MAX_DEPTH:
                self.note(line.place, "the script is too long to follow from here on")
                return
            word = line.words.split("=")[0].strip().upper()
            if word == "FOR":
                end = _closing_line(lines, at, "FOR", "NEXT")
                yield from self._loop(line, lines[at + 1 : end], depth)
                at = end + 1
            elif word == "IF":
                end = _closing_line(lines, at, "IF", "ENDIF")
                yield from self._choice(lines[at:end], depth + 1)
                at = end + 1
            elif word == "MACRO":
                ends = (n for n in range(at, len(lines)) if lines[n].words.upper() == "END")
                end = next(ends, len(lines))
                name, *parameters = [each.strip() for each in split(line.words.partition("=")[2])]
                self.macros[name.upper()] = parameters, lines[at + 1 : end]
                at = end + 1
            else:
                yield from self._execute_line(line, depth)
                at += 1

    def _execute_line(self, line: ScriptLine, depth: int) -> Iterator[Directive]:
        if match := _LABEL.fullmatch(line.words):
            self._label(match[1].strip(), match[2].strip(), line.place)
            return
        match = _DIRECTIVE.fullmatch(line.words)
        name = (match[1] if match else line.words).upper()
        parameters = split(match[2]) if match else []
        if name == "INCLUDE":
            path = self.find(_unquoted(self.words(parameters[0], 0))) if parameters else None
            if path:
                yield from self._execute(self._lines(path), depth + 1)
            else:
                self.note(line.place, f"the file {' '.join(parameters)} was not found")
        elif name in self.macros:
            names, body = self.macros[name]
            arguments = dict(zip(names, parameters, strict=False))
            filled = [ScriptLine(_expanded(each.words, arguments), line.place) for each in body]
            yield from self._execute(filled, depth + 1)
        elif name == "LINKMULTI":
            self.copies = _unquoted(parameters[0]) if parameters else ""
        elif name == "LINK":
            self._link(_unquoted(self.words(parameters[0], 0)) if parameters else "", line.place)
        else:
            parts = [part for each in parameters for part in self._expand_label(each)]
            yield Directive(name, list(map(self._numbers, parts)), line.place, (*self.only,))

    def _expand_label(self, parameter: str) -> list[str]:
        """A parameter, or the several that a label such as `[zone]=0,0,100%,20%` stands for."""
        match = re.fullmatch(r"\[([^\[\]]+)\]", parameter)
        items = self.labels.get(match[1].strip().lower(), []) if match else []
        several = split(items[0]) if len(items) == 1 and "," in items[0] else []
        sums = several and all(number(self.words(each, 0)) is not None for each in several[:-1])
        return several if sums else [parameter]

    def _loop(self, line: ScriptLine, body: list[ScriptLine], depth: int) -> Iterator[Directive]:
        name, *bounds = [each.strip() for each in split(line.words.partition("=")[2])]
        ends = [number(self.words(each, 0)) for each in bounds[:3]]
        if len(ends) < 2 or None in ends:
            message = f"the loop {line.words[:60]} is not understood; what is in it is left out"
            self.note(line.place, message)
            return
        low, high = int(ends[0] or 0), int(ends[1] or 0)
        step = int(ends[2] or 1) if len(ends) > 2 else 1
        for value in range(low, high + (1 if step > 0 else -1), step or 1):
            self.steps += 1  # a loop may be empty
            if self.steps > MAX_LINES:
                return
            self.loops[name.lower()] = value
            yield from self._execute(body, depth + 1)
        self.loops.pop(name.lower(), None)

    def _choice(self, lines: list[ScriptLine], depth: int) -> Iterator[Directive]:
        """Yield the directives of each branch, for the cards on which its condition is the first true one.

        `lines` begin with IF, and end before ENDIF.
        """
        left: Mask = (True,)
        for head, body in _branches(lines):
            is_else = head.words.upper() == "ELSE"
            mask = (True,) if is_else else self._mask(head.words.partition("=")[2])
            rows = range(max(len(left), len(mask)))
            if not mask or any(len(rows) % len(each) for each in (left, mask)):
                message = (
                    f"the condition {head.words[:60]} is not understood: its lines are left out"
                )
                self.note(head.place, message)
                return
            here = tuple(left[n % len(left)] and mask[n % len(mask)] for n in rows)
            left = tuple(left[n % len(left)] and not mask[n % len(mask)] for n in rows)
            if any(here):
                self.only += [] if all(here) else [here]
                yield from self._execute(body, depth)
                del self.only[len(self.only) - (not all(here)) :]

    def _mask(self, words: str) -> Mask:
        """For which rows a condition is true; nothing if it is unknown for one of them."""
        rows = self._rows_named(words)
        self.comparisons += rows
        if self.comparisons > MAX_COMPARISONS:
            return ()
        found = [self._truth(words, row) for row in range(rows)]
        return tuple(truth for truth in found if truth is not None) if None not in found else ()

    def _rows_named(self, words: str, depth: int = 0) -> int:
        """The most items of a label in these words, or in the labels that those stand for."""
        named = [self.labels.get(name.lower(), []) for name in re.findall(r"\[([^\[\]]*)\]", words)]
        return max(
            (
                self._rows_named(items[0], depth + 1) if len(items) == 1 else len(items)
                for items in named
                if items and depth < MAX_DEPTH
            ),
            default=1,
        )

    def _truth(self, words: str, row: int) -> bool | None:
        """Evaluate a comparison for a row; None if the result is unknown."""
        for sign, several in ((r"_OR_", any), (r"_AND_", all)):
            parts = re.split(sign, words, flags=re.I)
            if len(parts) > 1:
                found = [self._truth(part, row) for part in parts]
                return None if None in found else several(map(bool, found))
        match = _COMPARED.fullmatch(words.strip()[:_MAX_COMPARED_LETTERS])
        if match is None:
            return None
        one, other = (self.words(match[n], row).strip() for n in (1, 3))
        if any(sign in one + other for sign in "{["):
            return None
        first, second = number(one), number(other)
        if first is None or second is None:
            return _COMPARISONS[match[2]](one.lower(), other.lower())
        return _COMPARISONS[match[2]](first, second)

    def _label(self, name: str, value: str, place: Place) -> None:
        items = [_unquoted(each)[:MAX_ITEM_LETTERS] for each in self._joined(value).split("|")]
        self.labels[name.lower()] = items[:MAX_CARDS]

    def _joined(self, value: str) -> str:
        """Evaluate `JOIN(a, b)`: the concatenation of its arguments, item by item."""
        match = re.fullmatch(r"JOIN\((.*)\)", value.strip(), re.I)
        if match is None:
            return self._numbers(value)
        parts = [_unquoted(each) for each in split(match[1])[:MAX_PARTS]]
        lengths = [len(self.labels.get(each.strip("[] ").lower(), [])) for each in parts]
        longest = max(lengths, default=1) or 1
        return "|".join(
            "".join(self.words(each, n) for each in parts)[:MAX_ITEM_LETTERS]
            for n in range(longest)
        )

    def _link(self, name: str, place: Place) -> None:
        file, _, sheet = name.partition("!")
        path = self.find(file) if Path(file).suffix.lower() in _FILES else None
        if path is None:
            message = f"the table {name[:60]!r} was not found: save it as CSV beside the script"
            self.note(place, message)
            return
        try:
            if path.suffix.lower() in SPREADSHEETS:
                rows = load_sheet(path, sheet or load_sheet_names(path)[0]).data
            else:
                rows = load_csv(path).data
        except KitError as error:
            self.note(place, f"the table cannot be read: {error.faults[0]}")
            return
        found = {
            heading: [row[heading].strip() for row in rows[:MAX_CARDS]]
            for heading in (rows[0] if rows else ())
        }
        if number(self.copies):  # the same for all cards
            found[_SAME_COPIES], self.copies = [self.copies] * len(rows[:MAX_CARDS]), _SAME_COPIES
        if self.columns:  # tables lie side by side, so that each needs a row for each of its copies
            earlier = with_copies(self.columns, self.linked_copies)
            self.columns, self.copies = earlier | with_copies(found, self.copies), ""
        else:
            self.columns, self.linked_copies = found, self.copies
        self.labels |= {heading.lower(): cells for heading, cells in self.columns.items()}

    def _numbers(self, words: str) -> str:
        """Replace expressions in braces, which may contain the variables of loops."""
        return expand_braces(words, self._brace) if "{" in words else words

    def _brace(self, inner: str) -> str | None:
        label, mark, place = inner.partition("?")
        items = self.labels.get(label.strip().lower(), [])
        index = number(self._variables(place)) if mark else None
        if mark:
            return items[int(index) - 1] if index and 1 <= index <= len(items) else ""
        inner = _COUNTED.sub(self._count, inner)
        value = number(self._variables(self.words(inner, 0)))
        return None if value is None else format_number(value)

    def _count(self, match: re.Match[str]) -> str:
        """The number of items of the label in `(label)`; the words themselves if there is none."""
        items = self.labels.get(match[1].strip().lower())
        return match[0] if items is None else str(len(items))

    def _variables(self, words: str) -> str:
        return _WORD.sub(lambda found: str(self.loops.get(found[0].lower(), found[0])), words)

    def rows_of_copies(self) -> list[int]:
        """The index of the row of each card, if all copies that `LINKMULTI` states are counted."""
        return rows_of_copies(self.columns, self.copies)

    def words(self, parameter: str, index: int) -> str:
        """A parameter on the card at an index of its range, with labels replaced."""
        words = self._numbers(parameter)
        for _ in range(MAX_DEPTH):
            match = re.search(r"\[([^\[\]]*)\]", words)
            items = self.labels.get(match[1].strip().lower()) if match else None
            if match is None or not items:
                break
            item = items[index % len(items)]
            words = words[: match.start()] + self._numbers(item) + words[match.end() :]
        sequence = words.split("|")
        return _unquoted(sequence[index % len(sequence)])


def _branches(lines: list[ScriptLine]) -> list[tuple[ScriptLine, list[ScriptLine]]]:
    """The branches of an IF: the line of each condition, and the lines under it."""
    branches: list[tuple[ScriptLine, list[ScriptLine]]] = []
    depth = 0
    for line in lines:
        word = line.words.split("=")[0].strip().upper()
        depth += word == "IF"
        if depth == 1 and word in ("IF", "ELSEIF", "ELSE"):
            branches.append((line, []))
        elif branches:
            branches[-1][1].append(line)
        depth -= word == "ENDIF"
    return branches


def split(words: str) -> list[str]:
    """Split parameters at commas outside quotes, braces and brackets."""
    parts, depth, quoted, part = [], 0, False, ""
    for character in words:
        if character == '"':
            quoted = not quoted
        elif not quoted and character in "({[":
            depth += 1
        elif not quoted and character in ")}]":
            depth -= 1
        if character == "," and not quoted and depth <= 0:
            parts.append(part.strip())
            part = ""
        else:
            part += character
    return [*parts, part.strip()]


def _unquoted(words: str) -> str:
    return words.strip().removeprefix('"').removesuffix('"')


def _expanded(words: str, arguments: dict[str, str]) -> str:
    for name, value in arguments.items():
        words = re.sub(re.escape(name), lambda _, value=value: value, words, flags=re.I)  # type: ignore[misc]
    return words


def _closing_line(lines: list[ScriptLine], at: int, opens: str, closes: str) -> int:
    """The index of the line that closes the block at a line; the last line if none does."""
    depth = 0
    for index in range(at, len(lines)):
        word = lines[index].words.split("=")[0].strip().upper()
        depth += (word == opens) - (word == closes)
        if depth == 0:
            return index
    return len(lines) - 1
