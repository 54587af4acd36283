"""Free room: the free table of a kit, its pieces, and everybody who moves them."""

from __future__ import annotations

import secrets
from collections.abc import Iterator
from pathlib import Path

from generator.base.errors import KitError
from generator.base.units import mm
from generator.engine.of_kit import game_of_kit
from generator.engine.registry import has_rules
from generator.i18n.translate import translated
from generator.kit.decks import deal
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.kit.tables.records import Table
from generator.kit.words import UNTRANSLATED, Translator
from generator.press.cache.dependencies import untracked
from generator.press.scene.items import Scene
from generator.publish.shapes import is_net
from generator.studio.play.free import FreeTable
from generator.studio.play.free_layout import SEATS, Token, set_up
from generator.studio.play.free_position import example_of
from generator.studio.play.kept_tables import KeptTable, kept_table
from generator.studio.play.pictures import TablePictures
from generator.studio.worker import Worker


class FreeRoom:
    """A table without rules: a kit's pieces, and everybody who moves them."""

    def __init__(self, path: KitSearchPath, name: str, file: Path | None = None) -> None:
        """`file` is where the table is kept.  Raises KitError for a kit that cannot be drawn."""
        self.name, self.file = name, file
        self.worker = Worker()
        self.keys = {secrets.token_urlsafe(18): seat for seat in range(SEATS)}
        self.words = UNTRANSLATED
        """The translator of the texts around the table; a page with another one is loaded again."""
        self._language = ""
        self._original = self._kit = load_kit(path.find(name))
        self.pictures = TablePictures(self._kit)
        self.replaces_kept = False
        """Whether the table that was kept does not fit the kit any more, and this one took its place."""
        self.begin(min(self._kit.file.players[1], SEATS))
        if kept := kept_table(file):
            self.keys = kept.keys
            try:
                self.table.load(kept.game)
            except KitError:  # the kit has other pieces now
                self.replaces_kept = True
        self.kept: object = self.version

    @property
    def version(self) -> int:
        return self.table.version

    def to_keep(self) -> KeptTable:
        """What is kept of the table."""
        return KeptTable(keys=self.keys, game=self.table.saved())

    def speak(self, language: str, words: Translator) -> None:
        """Show the pieces in another language; `words` translates the texts around the table.

        Raises KitError.
        """
        if language != self._language:
            self._kit = translated(self._original, language, draft=True)
            self.pictures, self._language = TablePictures(self._kit), language
        if words.language != self.words.language:
            self.words = self.table.words = words
        self.table.version += 1

    def begin(self, players: int) -> None:
        """Lay the pieces out again."""
        layout = set_up(list(self._pieces()), players, self._size_of)
        self.replaces_kept = False
        before = getattr(self, "table", None)
        self.table = FreeTable(layout, self._size_of, self._face_of, self._name_of, self.words)
        self.table.version = before.version + 1 if before else 0
        self.table.seed(secrets.randbelow(2**31))

    def as_example(self) -> str:
        """The table as an example: a position of the game if possible, otherwise described in comments."""
        text = self.table.as_example()
        if not has_rules(self._kit.folders):
            return text
        names = {
            (piece["component"], piece["id"]): name
            for name, piece in untracked(
                self.pictures.faces.renderer.style.variables["pieces"]
            ).items()
        }

        def name_of(token: Token) -> str:
            return names.get((token.component, token.row), token.row)

        try:
            return example_of(game_of_kit(self._kit), self.table.layout, name_of)
        except KitError as error:
            return f"# Not a position of the game: {error.faults[0].message}.\n{text}"

    def _pieces(self) -> Iterator[tuple[str, str, int, bool, bool]]:
        for component in self._kit.file.components:
            if component.holds or component.made:
                continue
            alike = bool(component.back) and not component.two_sided
            for row, copies in deal(component, self._kit.tables):
                id = "" if row is None else str(row["id"])
                if is_net(self._face(Token(component.id, id))):
                    continue  # dice are rolled, and nobody plays with a box
                yield component.id, id, copies, component.map, alike

    def _face(self, token: Token) -> Scene:
        side = "front" if token.front or not self._backs(token.component) else "back"
        return self.pictures.faces.face(token.component, token.row, side)

    def _backs(self, component: str) -> bool:
        return any(each.id == component and each.back for each in self._kit.file.components)

    def _face_of(self, token: Token) -> str:
        return f"{self.pictures.address(self._face(token))}?bleed=false"

    def _name_of(self, token: Token) -> str:
        """The name of what is visible of a piece: its own, or that of all with this back."""
        component = self._kit.file.components_by_id[token.component]
        if component.back and not token.front:
            return self.words.text("{piece}, face down", piece=component.title)
        table = self._kit.tables.get(component.each or "")
        if not isinstance(table, Table):
            return component.title
        row = table[token.row]
        return str(row.get("name") or table.label(row))

    def _size_of(self, token: Token) -> tuple[float, float]:
        scene = self._face(token)
        return mm(scene.width), mm(scene.height)
