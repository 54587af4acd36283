"""Squib project: reads the scripts of a folder, and the decks that they make, into a design."""

from __future__ import annotations

import re
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass, field
from os.path import normpath
from pathlib import Path
from typing import Any

from tree_sitter import Node

from generator.base.errors import Fault, KitError, Place, some_of
from generator.base.load_document import load_yaml
from generator.base.text_files import is_inside, read_bytes, read_text, shown_name
from generator.tools.from_deck.design import MAX_CARDS, MAX_ELEMENTS, Design, DesignDeck
from generator.tools.from_deck.fonts import FontChoice
from generator.tools.from_deck.pictures import ScriptPictures
from generator.tools.from_squib.data_files import change_cells, columns_of, inline_table, read_table
from generator.tools.from_squib.drawing import DRAWING_COMMANDS, DeckScript
from generator.tools.from_squib.layouts import Layout, load_layout, own_layout, pixels, resolved
from generator.tools.from_squib.literals import parse, short_source
from generator.tools.from_squib.parts import (
    SCRIPTS,
    Embeds,
    assigned_to,
    config_of,
    constant_value,
    hashes_of,
    scripts_in,
    with_backs,
)
from generator.tools.from_squib.ruby import Ruby
from generator.tools.from_squib.type_sizes import point_scale
from generator.tools.from_squib.values import (
    Block,
    Call,
    Deck,
    Table,
    TooManySteps,
    Unknown,
    Value,
    text_of,
)
from generator.tools.from_table.pictures import lies_in

MAX_BYTES = 1_000_000
_IGNORED = (
    "puts", "p", "pp", "print", "require", "hint", "set", "print_system_fonts", "system_fonts",
    "enable_build", "disable_build", "enable_build_globally", "disable_build_globally", "raise", "using",
    "attr_accessor", "attr_reader", "include", "private", "protected", "public", "sleep", "srand",
    "warn", "exit",
)  # fmt: skip
_SAVES = ("save", "save_png", "save_pdf", "save_sheet", "showcase", "hand")
_GUIDES = ("cut_zone", "safe_zone", "safezone", "cutzone")
_UNSUPPORTED = ("grid", "curve")
_DEFAULT_TRIM = 37.5
"""Default trim at each edge of a card of Squib's default size, in pixels at 300 dpi."""
_DEFAULT_CARD = (825.0, 1125.0)
_PROOFS = re.compile(r"proof|debug|bw|black|mono", re.I)
_BACK = re.compile(r"back(s|side|sides)?(?![a-z])", re.I)
_MAX_NAME_LETTERS = 255
"""Most characters of a file name."""


@dataclass(slots=True)
class _OpenDeck:
    """A deck whose block is being evaluated."""

    script: DeckScript
    trim: float | None = None
    """Trim in pixels, from a command; None if none states it."""
    names: list[str] = field(default_factory=list)
    """Names of its output files."""


class Project:
    """Squib project: evaluates scripts, and reads what they draw into a design."""

    def __init__(self, folder: Path) -> None:
        """Only the configuration is read at first."""
        self.folder = folder
        self.design = Design(folder)
        self.fonts = FontChoice(folder)
        config = config_of(folder)
        images = folder / str(config.get("img_dir") or ".")
        folders = [images, folder] if is_inside(images, folder.resolve()) else [folder]
        self.pictures = ScriptPictures(self.design, folders)
        self.dpi = _dpi(config, 300.0)
        own = config.get("custom_colors")
        self.colors = {str(k): text_of(v) for k, v in own.items()} if isinstance(own, dict) else {}
        self.ruby = Ruby(self)
        self.file, self.shown = folder, shown_name(folder)
        self.done: set[Path] = set()
        self.trees: dict[int, tuple[Node, str]] = {}
        """The root of each syntax tree, by its id, and the name of its file."""
        self.open: list[_OpenDeck] = []
        self.tables: list[Table] = []
        self.embeds: list[dict[str, str]] = []
        self.backs: list[bool] = []
        self.point = 1.0

    def read(self, scripts: list[Path]) -> Design:
        """Read the scripts in order."""
        self.point = point_scale(self.folder, scripts, self.dpi)
        if self.point != 1:
            size = f"36 is {36 * self.point:.3g} points"
            message = f"sizes of type are those of Squib before 0.14: {size}"
            self.design.note(Place(shown_name(self.folder)), message)
        for script in scripts:
            if script.resolve() not in self.done:
                self._run(script)
        self.design.decks = with_backs(self.design.decks, self.backs)
        return self.design

    def _run(self, path: Path) -> None:
        self.done.add(path.resolve())
        kept, self.file, self.shown = (self.file, self.shown), path, shown_name(path)
        scope = self.ruby.scope
        try:
            content = read_bytes(path, self.shown)[:MAX_BYTES]
            root = parse(content)
            self.trees[root.id] = root, self.shown
            self.ruby.run(root)
        except KitError as error:
            self.design.note(Place(self.shown), error.faults[0].message)
        except (TooManySteps, RecursionError):
            message = "the script takes too long to follow; the rest of it is left out"
            self.design.note(Place(self.shown), message)
            self.open.clear()
        finally:
            (self.file, self.shown), self.ruby.scope = kept, scope

    def place(self, node: Node) -> Place:
        """File and line of a node, which may be of a file that has been read before."""
        root = node
        while root.parent:
            root = root.parent
        return Place(self.trees.get(root.id, (root, self.shown))[1], node.start_point[0] + 1)

    def skipped(self, node: Node, message: str) -> None:
        """Note something that was not understood."""
        self.design.note(self.place(node), message)

    def constant(self, name: str, call: Call) -> Value:
        """Run a method of a constant: Squib's own and those for files; else return Unknown."""
        method, args, options = call.name, call.args, call.options
        if name.endswith("Deck") and method == "new":
            return self._deck(call)
        if name == "Squib" and method in ("csv", "xlsx", "yaml"):
            return self._table(method, call)
        if name == "CSV" and args and ("headers" in options or method == "table"):
            return self._table("csv", call)
        if name == "YAML" and method.endswith("load_file") and args:
            return self._yaml(text_of(args[0]), call.node)
        if (name, method) in (("Struct", "new"), ("Data", "define")):
            return self.ruby.struct(args, call.block)
        if (name, method) == ("File", "read") and args:
            return self._text(text_of(args[0]), call.node)
        if name == "Squib" and method == "configure":
            self.dpi = _dpi(options, self.dpi)
            return None
        found = constant_value(name, method, args)
        return Unknown(short_source(call.node)) if found is None else found

    def command(self, call: Call) -> Value:
        """Run a command of Squib."""
        name, args = call.name, call.args
        if name in ("csv", "xlsx", "yaml"):
            return self._table(name, call)
        if name == "refine":
            return self.ruby.refine(args, call.block)
        if name in ("require_relative", "load") and args:
            return self._required(text_of(args[0]))
        if name in ("inches", "cm", "mm", "cells", "points") and args:
            unit = {"inches": "in", "points": "pt"}.get(name, name)
            length = pixels(f"{text_of(args[0])}{unit}", self.dpi)
            return length or Unknown(short_source(call.node))
        if name in ("dpi", "width", "height", "size", "cards") and not args and self.open:
            script = self.open[-1].script
            lengths = {"dpi": self.dpi, "width": script.width, "height": script.height}
            return lengths.get(name, script.deck.cards)
        if name in ("build", "group") and call.block:
            if args and _PROOFS.search(text_of(args[0])):
                self.skipped(call.node, f"the build group {text_of(args[0])}")
                return None
            return call.block()
        if name in _IGNORED and not (name == "set" and call.options):
            return None
        if self.open and self._drawn(call):
            return None
        if call.options or args or (self.open and call.node.type == "call"):
            self.skipped(call.node, f"`{short_source(call.node)}` is not understood")
        return Unknown(short_source(call.node))

    def _drawn(self, call: Call) -> bool:
        """Run a command of the open deck; whether there is such a command."""
        current, name, options, node = self.open[-1], call.name, call.options, call.node
        if name == "set":
            current.script.defaults |= options
        elif name == "use_layout":
            self._use_layout(current.script.layouts, options.get("file"), node)
        elif name in _SAVES:
            self._save(current, options)
        elif name in _GUIDES:
            margin = pixels(options.get("margin"), self.dpi)
            if name.startswith("cut"):
                current.trim = margin if margin is not None else current.trim or self.dpi / 8
            self.skipped(node, f"{name}: Grimoire prints crop marks, and checks the safe zone")
        elif name in _UNSUPPORTED:
            self.skipped(node, f"{name}: draw it with <squaregrid> or <path>")
        elif name in DRAWING_COMMANDS:
            if len(current.script.deck.front) >= MAX_ELEMENTS:
                raise TooManySteps
            if call.args and isinstance(call.args[0], dict):
                options = dict(call.args[0]) | options
            current.script.draw(name, options, self.place(node), self._embedded(call.block))
        else:
            return False
        return True

    def _embedded(self, block: Block | None) -> dict[str, str]:
        """The icons that a text's block embeds, by key."""
        if block is None:
            return {}
        found = Embeds(self.design, self.pictures, self.skipped)
        block(found)
        return found.icons

    def _deck(self, call: Call) -> Value:
        options, node = call.options, call.node
        place = self.place(node)
        cards = options.get("cards", 1)
        if not isinstance(cards, int) or isinstance(cards, bool):
            rows = [table.rows for table in self.tables if table.rows]
            words = cards.words if isinstance(cards, Unknown) else cards
            message = f"the number of cards, `{words}`, is not known"
            cards = rows[-1] if rows else 1
            self.design.note(place, f"{message}; {cards} are assumed")
        if not 0 < cards <= MAX_CARDS:
            self.design.note(place, f"a deck of {cards} cards is left out")
            return None
        dpi = _dpi(options, self.dpi)
        width = pixels(options.get("width"), dpi) or _DEFAULT_CARD[0] * dpi / 300
        height = pixels(options.get("height"), dpi) or _DEFAULT_CARD[1] * dpi / 300
        deck = DesignDeck("", cards, width * 25.4 / dpi, height * 25.4 / dpi)
        layouts: Layout = {}
        given = options.get("layout")
        for each in given if isinstance(given, list) else [given] if given else []:
            self._use_layout(layouts, each, node)
        script = DeckScript(
            self.design, deck, self.fonts, self.pictures, dpi, width, height, layouts,
            point=self.point, colors=self.colors,
        )  # fmt: skip
        current = _OpenDeck(script)
        self.open.append(current)
        tables = len(self.tables)
        kept, self.dpi = self.dpi, dpi
        try:
            if call.block:
                call.block(Deck())
        finally:
            self.dpi = kept
            if current in self.open:
                self.open.remove(current)
        self._finish(current, tables, node)
        return None

    def _finish(self, current: _OpenDeck, tables: int, node: Node) -> None:
        deck, script = current.script.deck, current.script
        if not deck.front:
            self.skipped(node, "a deck on which Grimoire understands no drawing")
            return
        own = [*hashes_of(self.ruby.scope.variables), *self.tables]
        own = [table for table in own if table.rows == deck.cards]
        for table in own[-1:]:
            deck.columns = columns_of(table, deck.cards)
            deck.copies = table.copies
        trim = current.trim
        size = script.width * 300 / script.dpi, script.height * 300 / script.dpi
        if trim is None and size in (_DEFAULT_CARD, _DEFAULT_CARD[::-1]):
            trim = _DEFAULT_TRIM * script.dpi / 300
        most = min(script.width, script.height) / 4
        deck.trim = (trim or 0) * 25.4 / script.dpi if (trim or 0) < most else 0.0
        self.backs.append(bool(_BACK.search(" ".join([*current.names, assigned_to(node)]))))
        plain = [re.sub(r"[_\W]*(%\w*|\.\w+$)", "", name).strip("_- ") for name in current.names]
        deck.name = next(filter(None, plain), "") or self.file.stem
        self.design.decks.append(deck)

    def _save(self, current: _OpenDeck, options: dict[str, Value]) -> None:
        trim = pixels(options.get("trim"), self.dpi)
        if trim and current.trim is None:
            current.trim = trim
        for key in ("prefix", "file"):
            if isinstance(options.get(key), str):
                current.names.append(options[key][:_MAX_NAME_LETTERS])

    def _use_layout(self, layouts: Layout, name: Value, node: Node) -> None:
        for each in name if isinstance(name, list) else [name]:
            path = self._file(text_of(each))
            try:
                found = load_layout(path) if path else own_layout(text_of(each))
            except KitError as error:
                self.skipped(node, error.faults[0].message)
                continue
            if found is None:
                self.skipped(node, f"the layout {text_of(each)!r} was not found")
                continue
            merged = resolved({**layouts, **found}, self.dpi)
            layouts.clear()
            layouts.update(merged)

    def _file(self, name: str) -> Path | None:
        """Find a file that a script names: next to the script, or in the project's folders."""
        if not name:
            return None
        neighbour = self.file.parent / name
        return neighbour if lies_in(self.folder, neighbour) else self.pictures.find(name)

    def _required(self, name: str) -> None:
        file = name if name.endswith(".rb") else f"{name}.rb"
        path = Path(normpath(self.file.parent / file))
        is_new = path.resolve() not in self.done and len(self.done) < SCRIPTS
        if is_new and lies_in(self.folder, path):
            self._run(path)

    def _table(self, method: str, call: Call) -> Value:
        options, node = call.options, call.node
        usual = "deck.xlsx" if method == "xlsx" else "deck.csv"
        given = options.get("file", call.args[0] if call.args else usual)
        try:
            if "data" in options and isinstance(options["data"], str):
                table = inline_table(options["data"], options)
            else:
                path = self._file(text_of(given)) if isinstance(given, str) else None
                if path is None:
                    self.skipped(node, f"the table {text_of(given)[:60]!r} was not found")
                    return Unknown(short_source(node))
                faults: list[Fault] = []
                table = read_table(method, path, options, faults)
                for fault in faults:
                    self.skipped(node, f"the table: {fault}")
        except KitError as error:
            self.skipped(node, f"the table cannot be read: {error.faults[0]}")
            return Unknown(short_source(node))
        if call.block:
            change_cells(table, call.block)
        self.tables.append(table)
        return table

    def _text(self, name: str, node: Node) -> Value:
        """The text of a file of the project."""
        path = self._file(name)
        with suppress(KitError):
            if path:
                return read_text(path, shown_name(path))
        self.skipped(node, f"the file {name[:60]!r} cannot be read")
        return Unknown(short_source(node))

    def _yaml(self, name: str, node: Node) -> Value:
        path = self._file(name)
        try:
            return load_yaml(path).data if path else Unknown(short_source(node))
        except KitError as error:
            self.skipped(node, error.faults[0].message)
            return Unknown(short_source(node))


def _dpi(options: Mapping[str, Any], default: float) -> float:
    """The resolution that options state, in dots per inch."""
    return float(options["dpi"]) if isinstance(options.get("dpi"), int | float) else default


def read_project(source: Path) -> tuple[Design, FontChoice]:
    """Read the design of a Squib project.  Raises KitError if it has no deck."""
    folder, scripts = scripts_in(source)
    project = Project(folder)
    design = project.read(scripts)
    if not design.decks:
        what = some_of([f"{note.place}: {note.message}" for note in design.notes], 200)
        message = "has no deck that Grimoire understands"
        raise KitError(message, place=Place(shown_name(source)), hint=what, check="file-empty")
    return design, project.fonts
