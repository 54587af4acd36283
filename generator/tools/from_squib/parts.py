"""Parts of a Squib project: its scripts, configuration, backs of decks, and icons in texts."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Any

from tree_sitter import Node

from generator.base.errors import KitError, Place
from generator.base.load_document import load_yaml
from generator.base.text_files import read_bytes, shown_name
from generator.tools.from_deck.design import MAX_CARDS, Design, DesignDeck
from generator.tools.from_deck.pictures import ScriptPictures
from generator.tools.from_squib.values import Call, Table, Value, text_of

SCRIPTS = 60
"""Most scripts of a folder that are read."""
_SKIPPED = ("spec", "test", "vendor")
_ROOT_FILES = ("Rakefile", "Gemfile", "config.yml")
"""Files at the root of a project, from which scripts in `src` name their tables and pictures."""


class Embeds:
    """Argument of a text's block: records the icons that replace keys."""

    def __init__(
        self, design: Design, pictures: ScriptPictures, skipped: Callable[[Node, str], None]
    ) -> None:
        """`design` receives the icons; `pictures` finds their files."""
        self.design, self.pictures, self.skipped = design, pictures, skipped
        self.icons: dict[str, str] = {}

    def add(self, call: Call) -> None:
        """Record an icon; only SVG files can be icons."""
        key, file = text_of(call.options.get("key")), text_of(call.options.get("file"))
        path = self.pictures.find(file) if file else None
        name = re.sub("[^a-z0-9]+", "-", path.stem.lower() if path else "").strip("-")
        if call.name == "svg" and key and path and name:
            self.design.icons[name] = path
            self.icons[key] = name
        else:
            self.skipped(
                call.node, f"the sign {key!r} in the text is not an SVG file that was found"
            )


def config_of(folder: Path) -> dict[str, Any]:
    """The configuration of a project; empty if there is none or it cannot be read."""
    path = folder / "config.yml"
    if not path.is_file():
        return {}
    try:
        data = load_yaml(path).data
    except KitError:
        return {}
    return data if isinstance(data, dict) else {}


def constant_value(name: str, method: str, args: Sequence[Value]) -> Value:
    """The value of a method of one of Ruby's own classes; None if it is not known."""
    if (name, method) == ("Array", "new"):
        count = args[0] if args and isinstance(args[0], int) else 0
        return [args[1] if len(args) > 1 else None] * min(count, MAX_CARDS)
    if (name, method) == ("Hash", "new"):
        return {}
    if (name, method) == ("File", "join"):
        return "/".join(map(text_of, args))
    if (name, method) == ("File", "basename") and args:
        return text_of(args[0]).rpartition("/")[2]
    return None


def assigned_to(node: Node) -> str:
    """The variable to which a call's result is assigned; "" if there is none."""
    parent = node.parent
    left = parent.child_by_field_name("left") if parent and parent.type == "assignment" else None
    return (left.text or b"").decode() if left else ""


def hashes_of(variables: Mapping[str, Value]) -> list[Table]:
    """The tables that a script itself contains, as hashes of arrays."""
    return [
        Table(value)
        for value in variables.values()
        if isinstance(value, dict) and not isinstance(value, Table)
        if value
        and all(isinstance(k, str) and isinstance(cells, list) for k, cells in value.items())
    ]


def with_backs(decks: list[DesignDeck], backs: Sequence[bool]) -> list[DesignDeck]:
    """Join each deck that is a back to the decks that it fits; return the other decks."""
    fronts = [deck for deck, is_back in zip(decks, backs, strict=True) if not is_back]
    left = list(fronts)
    for back in (deck for deck, is_back in zip(decks, backs, strict=True) if is_back):
        fits = [each for each in fronts if not each.back and _fits_back(each, back)]
        before = [each for each in fits if decks.index(each) < decks.index(back)]
        for each in fits if back.cards == 1 else (before or fits)[-1:]:
            each.back = back.front
        if not fits:
            left.append(back)
    return left


def _fits_back(one: DesignDeck, other: DesignDeck) -> bool:
    same = abs(one.width - other.width) < 0.5 and abs(one.height - other.height) < 0.5
    return same and other.cards in (1, one.cards)


def scripts_in(source: Path) -> tuple[Path, list[Path]]:
    """The project's folder and its scripts that make decks; `source` is the folder or a script.

    Raises KitError if there are none.
    """
    if source.is_file():
        own = source.resolve().parent
        roots = (own, own.parent)
        marked = (root for root in roots if any((root / name).is_file() for name in _ROOT_FILES))
        return next(marked, own), [source]
    found = [
        path
        for path in sorted(source.rglob("*.rb"))[: 20 * SCRIPTS]
        if not {*path.relative_to(source).parts} & {*_SKIPPED} and not path.is_symlink()
    ]
    decks = [path for path in found if b"Deck.new" in read_bytes(path, shown_name(path))]
    if not decks:
        hint = "name the folder of a Squib project, or its script"
        place = Place(shown_name(source))
        if not source.exists():
            message = "there is no such folder"
            raise KitError(message, place=place, hint=hint, check="file-not-found")
        message = "has no script that makes a deck"
        raise KitError(message, place=place, hint=hint, check="file-empty")
    return source, decks[:SCRIPTS]
