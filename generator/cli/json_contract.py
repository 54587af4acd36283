"""Turns `--json` into a contract: what each command answers a program with, and in which form.

`grimoire reference json` tells it, and a test holds every command to it.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from generator.cli.output import Form

_BUILT = {
    "built": "A build each: `kit`, `folder`, `files` (`path` in the folder, `pages`; null: it has "
    "none), `removed` (names of files that an earlier build made), `others` (such files for other "
    "papers, which stay), and `says`, where there is more to tell."
}


class Answer(NamedTuple):
    """What a command prints with `--json`."""

    keys: Mapping[str, str]
    """The keys of the document (or of its lines), and what each holds."""
    form: Form = Form.DOCUMENT
    always: frozenset[str] | None = None
    """Keys that are always there, the others if asked for or if there is something to tell.

    None: all of them.
    """


ANSWERS: Mapping[str, Answer] = {
    "kits": Answer(
        {
            "kits": "A kit each: `kit` (its name), `title`, `version`, `players` (fewest, most), "
            "`summary`, `languages` (its own first), and the folders `data` and `templates`."
        }
    ),
    "build": Answer(_BUILT),
    "maps": Answer(_BUILT),
    "monitors": Answer(_BUILT),
    "rulebook": Answer(_BUILT),
    "calibrate": Answer({"file": "The PDF.", "pages": "How many it has."}),
    "new": Answer(
        {
            "kit": "Its name.",
            "files": "What has been written.",
            "next": "The command that builds it.",
        }
    ),
    "watch": Answer(
        {
            "kind": "`begun`, `changed`, `fault`, `built` or `checked`.",
            "says": "The same as people are told.",
            "faults": "All that is wrong now.",
            "files": "What has been written.",
            "milliseconds": "How long it took; null: nothing was drawn.",
            "at": "The time of day.",
        },
        Form.LINES,
    ),
    "check": Answer(
        {
            "kits": "A kit each: `kit`, `checks` (`check`, `says`, `passed`) and its own `faults`. "
            "With --deep: `games`, `decisions`, `gaps` (each with the `file` of its example) and "
            "`answered` (what rules have settled).",
            "kit": "With --deck: the kit.",
            "decks": "With --deck: a file each: `deck` and its own `faults`.",
        },
        always=frozenset(),
    ),
    "diff": Answer(
        {
            "kit": "Its name.",
            "versions": "The older one's and the newer one's.",
            "folders": "The same two, where they are.",
            "pieces": "A changed piece each: `kind`, ids `before` and `after`, `title`, `why`, "
            "`copies` and `fields`.",
            "rulebook": "Its changed pages: the numbers `before` and `after`.",
            "file": "The PDF; null: nothing has changed.",
        }
    ),
    "words": Answer(
        {
            "kit": "Its name.",
            "language": "The code.",
            "file": "The catalogue.",
            "messages": "How many there are.",
            "missing": "How many are not translated.",
            "fuzzy": "How many have changed since they were.",
            "unused": "How many are not printed any more.",
        }
    ),
    "schema": Answer(
        {
            "kits": "A kit each: `kit`, the `folder` of the `schemas`, and `files`: each `file`, "
            "the `line` that names its schema, and whether it is `named` there."
        }
    ),
    "proof": Answer(
        {
            "proved": "A folder each: `kit`, `folder`, its own `faults`, and what has been seen: "
            "`files`, `pages`, `pages-seen`, `faces`, `backs`, `worst-back-mm`, `flaps`, "
            "`plain-faces`, `ruler-mm`."
        }
    ),
    "export": Answer(
        {
            "kit": "Its name.",
            "shop": "What `--for` named.",
            "folder": "Where the files are.",
            "files": "Each with its `path` in the folder and its `role`.",
            "left-out": "What the shop does not make: `piece`, `copies`, `reason`.",
            "notes": "What people are told besides.",
            "removed": "Names of files that an earlier export made.",
        }
    ),
    "play": Answer(
        {
            "move": "A move, and the `seat` that made it, from 1.",
            "seat": "Of a move: the player, from 1; of an event: whom it is about, if anybody.",
            "event": "What happened, with its `rule` and all its facts.",
            "rule": "Of an event: the rule it follows.",
            "turn": "How many turns have begun, and the `state`.",
            "state": "The whole position, hidden things too.",
        },
        Form.LINES,
        frozenset(),
    ),
    "example": Answer(
        {
            "examples": "Each that came out as expected: the position `before`, the `moves` with "
            "their `captions` and events, and the position `after`."
        }
    ),
    "simulate": Answer(
        {
            "kit": "Its name.",
            "players": "How many; with --each see `at`, which has all that follows for each value.",
            "bots": "Who played.",
            "options": "As they were played.",
            "games": "How many were played to an end.",
            "failed": "Games that broke off: their `seed` and `error`.",
            "bars": "With --bar: the moves held back.",
            "held-back": "With --bar: how often.",
            "forced": "With --bar: how often there was no other move.",
            "won": "Where all play together: how often they won.",
            "seats": "Where they do not: how often each seat won.",
            "fair-share": "Of one seat, if all had the same chance.",
            "results": "How often the games had each result.",
            "endings": "The same, by `result` and `rule`.",
            "turns": "How long they were.",
            "rules": "How often each rule showed.",
            "happened": "How often each event happened.",
            "printed": "What each printed thing goes with.",
            "parts": "What the parts a seat had go with.",
            "measures": "The most of each token in use.",
            "never": "Rules that never showed.",
            "unfinished": "Seeds of games without an end.",
            "each": "With --each: what was varied.",
            "counted": "With --each: what `share` counts.",
            "at": "With --each: for each combination its `values`, the `share`, and all of the above.",
        },
        always=frozenset({"kit"}),
    ),
    "report": Answer(
        {
            "kit": "Its name.",
            "title": "Of the report.",
            "summary": "Its first page, a sentence each.",
            "versions": "All findings, by version of the kit and by run.",
            "before": "With --compare: the first version.",
            "after": "With --compare: the last version.",
            "edits": "With --compare: what was edited between them.",
            "compared": "With --compare: what that did, by way to play.",
            "alone": "With --compare: what was played with one version only.",
        },
        always=frozenset({"title", "summary"}),
    ),
    "ladder": Answer(
        {
            "kit": "Its name.",
            "players": "How many.",
            "options": "As they were played.",
            "together": "Whether all play together.",
            "pairs": "Two bots each, and by how much one is better.",
        }
    ),
    "reference": Answer(
        {
            "topics": "Without WORDS: each `topic`, its `title`, and the titles of its `sections`.",
            "sections": "With WORDS: what was found: `topic`, `title`, and the `text` in Markdown.",
        },
        always=frozenset(),
    ),
}
"""What each command answers with; every document has `faults`, too."""

FAULT: Mapping[str, str] = {
    "file": "The file it is in; null: it is in the request.",
    "line": "The line there, from 1; null: the file as a whole.",
    "cell": "In a spreadsheet: sheet, row and column in words. Not there otherwise.",
    "item": "The record, piece or game it is in, as people call it; or null.",
    "message": "What is wrong.",
    "hint": "What to do; or null.",
    "check": "The check or the rule that is broken; or null.",
}

_HEAD = """\
# What programs read (--json)

Every command takes `--json`. Then stdout has what a program can read and nothing else; messages for
people, and the progress, go to stderr. It is plain ASCII. Most commands print one document, an
object; those that tell what happens as it happens print JSON Lines, an object a line. Keys may be
added in later versions, so skip those that you do not know.

## Exit codes

| code | means |
|---|---|
| 0 | All is well: `faults` is empty. |
| 1 | It was done, and faults were found in what was looked at. |
| 2 | The request or its files cannot be used. What does not depend on them was done all the same. |
| 130 | Somebody stopped it; there may be no document. |
| 143 | The same, by a signal (SIGTERM). |

## Faults

Every document has `faults`, a list of all that is wrong; a wrong option is told so, too, and a kit
that is not there. A document that has nothing else says why the command could not begin. JSON Lines
end with such a line if they break off.

"""


def command_of(words: Sequence[str]) -> str:
    """The command that a command line names; "" if it names none that there is."""
    first = next((word for word in words if not word.startswith("-")), "")
    return first if first in ANSWERS else ""


def asked(words: Sequence[str]) -> Form:
    """How a command line wants to be answered."""
    given = list(words[: words.index("--")] if "--" in words else words)
    if "--json" not in given:
        return Form.WORDS
    command = command_of(words)
    return ANSWERS[command].form if command else Form.DOCUMENT


def page() -> str:
    """The contract, as a page of the reference (Markdown)."""
    return _HEAD + "\n".join([*_table(FAULT), "", *_commands()])


def _commands() -> Iterator[str]:
    for command, answer in ANSWERS.items():
        lines = answer.form is Form.LINES
        yield f"## grimoire {command} --json"
        yield ""
        yield "A line for each thing that happens." if lines else "One document. Besides `faults`:"
        yield ""
        yield from _table(answer.keys)
        yield ""


def _table(keys: Mapping[str, str]) -> Iterator[str]:
    yield "| key | holds |"
    yield "|---|---|"
    yield from (f"| `{key}` | {says} |" for key, says in keys.items())
