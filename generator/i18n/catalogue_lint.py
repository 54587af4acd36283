"""Catalogue lint: finds faults in the text of a .po file that Babel ignores or fails on.

Babel drops the first and last characters of a line as its quotation marks, treats a header that it
cannot parse as English, allocates as many plural forms as the header states, collects all plurals of
a message, ignores a second translation beside the first, and lets that of the same message further
on replace it.
"""

from __future__ import annotations

import gettext
import re
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

from generator.base.errors import Fault, KitError, Place, raise_faults, short
from generator.base.text_files import shown_name

MAX_FORMS = 9
"""Most plural forms of a language; Arabic has six."""
MAX_MESSAGES = 25_000
"""Most messages of a catalogue, enough for some ten thousand cards."""
MAX_LETTERS = 50_000
"""Most characters in the lines of one message, some thirty pages."""
_QUOTING = ("#~", "#|")
"""Prefixes of comments with messages, obsolete or previous; only other comments may be long."""
_TESTED_NUMBERS = 1_000
"""Numbers with which a plural expression is tested; most languages use the last two digits."""

# Repeats are possessive (`*+`), so that no text takes more than linear time.
_JOINT = re.compile(r'"[ \t]*+\n\s*+"')
_PLURALS = re.compile(r'Plural-Forms:((?:[^"\\\n]|\\(?!n).|"[ \t]*+\n\s*+")*+)', re.IGNORECASE)
_HEAD = re.compile(r"\s*+nplurals\s*+=\s*+(\d{1,18})\s*+;\s*+plural\s*+=([^;]++);?\s*+")
_STRINGS = r'((?:"(?:[^"\\\n]|\\.)*+"\s*+)++)'
_MESSAGE = re.compile(rf"^(?:msgctxt\s++{_STRINGS})?msgid\s++{_STRINGS}", re.MULTILINE)
_LINE = re.compile(r'\s*+(?:#.*+|(?:msg\w++(?:\[\d++\])?+\s*+)?+"(?:[^"\\]|\\.)*+"\s*+)?+')
_SMART = re.compile("[\u201c-\u201f\u00ab\u00bb]")
_MAX_FAULTS = 20
_EXAMPLE = "nplurals=2; plural=(n != 1);"


def check_catalogue_text(text: str, path: Path) -> None:
    """Raise KitError for lines that Babel misreads, invalid plural forms and duplicate messages.

    A catalogue that is too large is rejected first.
    """
    if fault := _too_large(text, path):
        raise KitError(fault)
    lines = islice(_wrong_lines(text, path), _MAX_FAULTS)
    plurals = [*_wrong_plurals(text, path), *_second_lines(text, path)]
    faults = [*lines, *plurals] or list(_duplicates(text, path))
    raise_faults(faults)


def _too_large(text: str, path: Path) -> Fault | None:
    messages = letters = 0
    for number, line in enumerate(text.split("\n"), start=1):
        entry = line.lstrip("#~ \t")
        if entry.startswith("msg"):
            messages += entry.startswith("msgid") and not entry.startswith("msgid_plural")
            letters = 0
        if line[:2] in _QUOTING or not line.startswith("#"):
            letters += len(line)
        hint = ""
        if messages > MAX_MESSAGES:
            message = f"has more than {MAX_MESSAGES:,} messages"
            hint = "delete those that are no longer used"
        elif letters > MAX_LETTERS:
            message = f"a message has more than {MAX_LETTERS:,} characters"
            hint = "split it"
        if hint:
            place = Place(shown_name(path), number)
            return Fault(message, place, hint=hint, check="catalogue-syntax")
        if not line:
            letters = 0
    return None


def _wrong_lines(text: str, path: Path) -> Iterator[Fault]:
    for number, line in enumerate(text.split("\n"), start=1):
        if _LINE.fullmatch(line):
            continue
        hint = 'write msgid "…" or msgstr "…", and \\" for a quotation mark inside'
        if _SMART.search(line) and '"' not in line:
            hint = 'use plain quotation marks: "'
        message = f"`{short(line.strip())}` is not text in quotation marks"
        yield Fault(message, Place(shown_name(path), number), "", hint, "catalogue-syntax")


def _wrong_plurals(text: str, path: Path) -> Iterator[Fault]:
    found = _PLURALS.search(text, 0, text.find("\n\n") if "\n\n" in text else len(text))
    if not found:
        return
    place = Place(shown_name(path), text.count("\n", 0, found.start()) + 1)
    head = _HEAD.fullmatch(_JOINT.sub("", found[1]))
    if not head:
        hint = f'copy it from a catalogue of the same language: "{_EXAMPLE}"'
        yield Fault('"Plural-Forms" cannot be read', place, "", hint, "catalogue-syntax")
    elif problem := _wrong_forms(int(head[1]), head[2].strip()):
        hint = "copy it from a catalogue of the same language"
        yield Fault(f'"Plural-Forms" {problem}', place, "", hint, "catalogue-syntax")


def _wrong_forms(forms: int, expression: str) -> str:
    """The fault in the plural forms of a header; "" if there is none."""
    if not 0 < forms <= MAX_FORMS:
        return f"states {short(forms)} plural forms; a language has 1 to {MAX_FORMS}"
    try:
        form = gettext.c2py(expression)
        forms_used = [form(number) for number in range(_TESTED_NUMBERS)]
    except (ValueError, ArithmeticError, RecursionError) as error:
        return f"cannot be evaluated: {error}"
    for number, used in enumerate(forms_used):
        if not 0 <= used < forms:
            last = forms - 1
            return f"gives form {short(used)} for the number {number}; the forms are 0 to {last}"
    return ""


def _second_lines(text: str, path: Path) -> Iterator[Fault]:
    """Faults for a second plural or translation, which stands where a message is missing."""
    stated: set[str] = set()
    for number, line in enumerate(text.split("\n"), start=1):
        keyword = line.partition('"')[0].strip()
        if keyword in ("msgid", "msgctxt"):
            stated = set()
        elif keyword.startswith("msg"):
            if keyword in stated:
                second = "plural" if keyword == "msgid_plural" else "translation"
                place, hint = Place(shown_name(path), number), "delete one of them"
                if second == "translation":
                    hint += ", or write the msgid that is missing before it"
                yield Fault(
                    f"the message has a second {second}", place, "", hint, "catalogue-syntax"
                )
            stated.add(keyword)


def _duplicates(text: str, path: Path) -> Iterator[Fault]:
    first: dict[tuple[str, str], int] = {}
    end, line = 0, 1
    for found in _MESSAGE.finditer(text):
        line += text.count("\n", end, found.start())
        end = found.start()
        context, message = (_JOINT.sub("", each or "").strip() for each in found.groups())
        before = first.setdefault((context, message), line)
        if before != line:
            duplicate = f"the message {short(message)} appears twice; first on line {before}"
            hint = "delete one of them"
            yield Fault(duplicate, Place(shown_name(path), line), "", hint, "catalogue-syntax")
