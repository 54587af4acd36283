"""JSON contract: the type of what each command prints with `--json`.

Its reference page is derived from these types (`json_page`), and a test validates the output of every
command against them.  Only `grimoire reference` loads this module.  Names have "_" here and "-" in JSON.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

Data = dict[str, Any]
"""An object whose keys depend on the game or the kit."""


def key(text: str) -> Any:
    """A key that is always present, and its content."""
    return Field(description=text)


def absent(text: str) -> Any:
    """A key that may be absent, and its content."""
    return Field(default=None, description=text)


class Shape(BaseModel):
    """Base of all types of the contract."""

    model_config = ConfigDict(alias_generator=lambda name: name.replace("_", "-"), extra="forbid")


class JsonFault(Shape):
    """One thing that is wrong."""

    file: str | None = key("The file; null if the fault is in the request.")
    line: int | None = key("The line in the file, from 1; null for the whole file.")
    item: str | None = key("The record, piece or game, by its name; or null.")
    message: str = key("What is wrong.")
    hint: str | None = key("What to do; or null.")
    check: str | None = key(
        "The slug of the error, check or rule (`grimoire reference errors`); or null."
    )
    cell: str = absent("In a spreadsheet: sheet, row and column in words. Absent otherwise.")


class Document(Shape):
    """A document with one key that is always present."""

    faults: list[JsonFault] = key("Everything that is wrong.")


class KitDocument(Document):
    """A document about one kit."""

    kit: str = key("Its name.")


class ListedKit(Shape):
    kit: str
    title: str
    version: str
    players: list[int]
    summary: str
    languages: list[str]
    data: str
    templates: str


class Kits(Document):
    kits: list[ListedKit] = key(
        "Each kit: `kit` (its name), `title`, `version`, `players` (fewest, most), `summary`, "
        "`languages` (its own first), and the folders `data` and `templates`."
    )


class BuiltFile(Shape):
    path: str
    pages: int | None


class Build(Shape):
    kit: str
    folder: str
    files: list[BuiltFile]
    removed: list[str]
    others: list[str]
    says: list[str] | None = None


class Built(Document):
    built: list[Build] = key(
        "Each build: `kit`, `folder`, `files` (`path` in the folder, `pages`, null if it has "
        "none), `removed` (files of an earlier build, by name), `others` (those for other "
        "papers, which stay), and `says`, if there are notes."
    )


class Calibrated(Document):
    file: str = key("The PDF.")
    pages: int = key("Number of its pages.")


class Created(KitDocument):
    files: list[str] = key("The files written.")
    says: list[str] = absent("With `--from`: the decks, and what was left out.")
    next: str = key("The command that builds it.")


class WatchLine(Document):
    kind: Literal["begun", "changed", "fault", "built", "checked"] = key("What happened.")
    says: str = key("The message for people.")
    files: list[str] = key("The files written.")
    milliseconds: float | None = key("The time it took; null if nothing was drawn.")
    at: str = key("The time of day.")


class Opened(Document):
    address: str = key("The address to open, with its key; printed as soon as the studio answers.")


class Checked(Document):
    kits: list[Data] = absent(
        "Each kit: `kit`, `checks` (`check`, `says`, `passed`) and its own `faults`. With --deep: "
        "`games`, `decisions`, `gaps` (each with its `file`), `answered` (settled by rules), `uncited` "
        "and `stated` (rules that no example cites, or only their `structure`), and `unread` numbers."
    )
    kit: str = absent("With --deck: the kit.")
    decks: list[Data] = absent("With --deck, each file: `deck` and its own `faults`.")


class Compared(KitDocument):
    versions: list[str] = key("The older version and the newer one.")
    folders: list[str] = key("The folders of both versions.")
    pieces: list[Data] = key(
        "Each changed piece: `kind`, ids `before` and `after`, `title`, `why`, `copies` and `fields`."
    )
    rulebook: list[Data] = key(
        "The changed pages of the rulebook: the numbers `before` and `after`."
    )
    file: str | None = key("The PDF; null if nothing has changed.")


class Words(KitDocument):
    language: str = key("Code of the language.")
    file: str = key("The catalogue.")
    messages: int = key("Number of messages.")
    missing: int = key("Number of messages without a translation.")
    fuzzy: int = key("Number of messages changed since they were translated.")
    unused: int = key("Number of messages no longer printed.")


class Pulled(KitDocument):
    tables: list[Data] = key(
        "Each sheet: `table`, `file`, `source`, and `changes`, a line for each row or cell."
    )


class Schemas(Document):
    kits: list[Data] = key(
        "Each kit: `kit`, the `folder` of the `schemas`, and `files`: each `file`, the `line` that "
        "names its schema, and whether it is `named` there."
    )


class Proved(Document):
    proved: list[Data] = key(
        "Each folder: `kit`, `folder`, its own `faults`, and what was examined: `files`, `pages`, "
        "`pages-seen`, `faces`, `backs`, `worst-back-mm`, `flaps`, `plain-faces`, `ruler-mm`, "
        "`tagged` (for each PDF what it is tagged with) and `findings`."
    )


class Exported(KitDocument):
    shop: str = key("The value of `--for`.")
    folder: str = key("The folder of the files.")
    files: list[Data] = key("Each file's `path` in the folder and its `role`.")
    left_out: list[Data] = key("What the shop does not make: `piece`, `copies`, `reason`.")
    notes: list[str] = key("Further messages for people.")
    removed: list[str] = key("Names of files that an earlier export made.")


class PlayLine(Shape):
    move: str = absent("A move; `seat` made it.")
    seat: int = absent(
        "Of a move: the player, from 1; of an event: the player it concerns, if any."
    )
    event: str = absent("The name of an event; all its facts follow as further keys.")
    rule: str = absent("Of an event: the rule it follows.")
    turn: int = absent("Number of turns begun; `state` follows.")
    state: Data = absent("The whole position, including what is hidden.")


class Examples(Document):
    examples: list[Data] = key(
        "Each that came out as expected: the position `before`, the `moves` with their `captions` and"
        " events, and the position `after`."
    )


class Simulated(KitDocument):
    players: int = absent(
        "Number of players; with --each, `at` has this and all that follows for each value."
    )
    bots: list[str] = absent("The bots, by seat.")
    options: Data = absent("Options of the game.")
    games: int = absent("Number of games played to the end.")
    failed: list[Data] = absent("Games that broke off: their `seed` and `error`.")
    bars: list[str] = absent("With --bar: the barred moves.")
    held_back: Any = absent("With --bar: how often moves were held back.")
    forced: Any = absent("With --bar: how often there was no other move.")
    won: Any = absent("Of cooperative games: how often the players won.")
    seats: Any = absent("Of other games: how often each seat won.")
    fair_share: float = absent("The share that each seat would win if all had the same chance.")
    results: Any = absent("How often each result occurred.")
    endings: Any = absent("The same, by `result` and `rule`.")
    turns: Any = absent("Length of the games.")
    rules: Any = absent("How often each rule fired.")
    happened: Any = absent("How often each event happened.")
    printed: Any = absent(
        "How often each printed component had an effect, and what was won with it and without it."
    )
    parts: Any = absent(
        "How often seats had each component, and what was won with it and without it."
    )
    measures: Any = absent("The measures that the game reports of itself.")
    never: list[str] = absent("Rules that never fired.")
    left_out: list[str] = absent("Rules that need other options or players.")
    unfinished: list[int] = absent("Seeds of games without an end.")
    until: Data = absent(
        "With --until: the `share` won, with an interval that is valid whenever counting stops."
    )
    each: Data = absent("With --each: what was varied.")
    counted: str = absent("With --each: what `share` counts.")
    at: list[Data] = absent(
        "With --each: for each combination its `values`, the `share`, and all of the above."
    )


class Reported(Document):
    kit: str = absent("Its name.")
    title: str = key("Title of the report.")
    summary: list[str] = key("The first page, as a list of sentences.")
    of: list[Data] = absent(
        "With --of, each run: the `seats` with the component, those `compared` with and without it, what"
        " they won, and the difference, not corrected for other comparisons; the `detectable` one, and the"
        " `games-for-five-points`."
    )
    versions: Any = absent("All findings, by version of the kit and by run.")
    before: Any = absent("With --compare: the first version.")
    after: Any = absent("With --compare: the last version.")
    edits: Any = absent("With --compare: what was edited between them.")
    compared: Any = absent("With --compare: what the edits did, by way of playing.")
    alone: Any = absent("With --compare: what was played with only one version.")


class Rated(KitDocument):
    players: int = key("Number of players.")
    options: Data = key("Options of the game.")
    together: bool = key("Whether the game is cooperative.")
    pairs: list[Data] = key("Each pair of bots, and by how much one is better.")


class Tuned(KitDocument):
    file: str = key("The data file of the number.")
    field: str = key("The field of the number.")
    counted: str = key("What the shares are of: `Red wins`.")
    toward: float = key("The target, from 0 to 1.")
    within: float = key("How far from the target is close enough, from 0 to 1.")
    games: int = key("Number of games with each value.")
    trials: list[Data] = key(
        "Each `value` tried, the present one first: its `share` of the `seats` counted with the interval"
        " and the paired `change`, or the `error` that it makes. The intervals of the changes hold together."
    )
    value: Any = key("The present value.")
    best: Any = key(
        "The value nearest to the present one that is shown to be close enough, and to change the share;"
        " null if none is."
    )
    undecided: Any = key(
        "Without `best`: the value that may be close enough though these games do not show it; or null."
    )
    games_needed: int | None = key(
        "About how many games with each value decide on it; null if more games hardly help."
    )
    applied: bool = key("Whether the best value has been written into the file.")


class Trained(KitDocument):
    players: int = key("Number of players.")
    options: Data = key("Options of the game.")
    seed: int = key("Seed of the search.")
    games: int = key("Total number of games played.")
    budget: int = key("Number of moves that the bots tried for each decision.")
    measure: str = absent("The measure that was raised; absent for the share of games won.")
    before: float = key(
        "The measure with the weights kept before, in games that were not used for training."
    )
    after: float = key("The measure with the weights found, in the same games.")
    interval: list[float] = key("The 95 % interval of the difference.")
    weights: Data = key("Every weight by its name.")
    written: bool = key("Whether the weights have been written into the kit's folder.")


class Reference(Document):
    topics: list[Data] = absent(
        "Without WORDS: each `topic`, its `title`, and the titles of its `sections`."
    )
    sections: list[Data] = absent(
        "With WORDS, each section found: `topic`, `title`, and the `text` in Markdown."
    )


ANSWERS: Mapping[str, type[Shape]] = {
    "kits": Kits,
    **dict.fromkeys(("build", "maps", "monitors", "rulebook"), Built),
    "calibrate": Calibrated,
    "new": Created,
    "studio": Opened,
    "watch": WatchLine,
    "check": Checked,
    "diff": Compared,
    "words": Words,
    "pull": Pulled,
    "schema": Schemas,
    "proof": Proved,
    "export": Exported,
    "play": PlayLine,
    "example": Examples,
    "simulate": Simulated,
    "report": Reported,
    "ladder": Rated,
    "train": Trained,
    "tune": Tuned,
    "reference": Reference,
}
"""The type of what each command prints with `--json`: of its document, or of each of its lines."""
