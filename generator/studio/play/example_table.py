"""Example table: the position of an example as the table draws it, with pieces to move."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, NamedTuple

from generator.base.errors import KitError
from generator.base.load_document import shown_name
from generator.engine.game import Game, State
from generator.engine.of_kit import game_of_kit
from generator.engine.testing.example_run import begin_example
from generator.kit.load import Kit
from generator.press.cache.dependencies import untracked
from generator.studio.book_figures import ExampleText, example_at, example_text, with_example
from generator.studio.edit.position_edits import Names, Zone, positions, rejection, zones
from generator.studio.edit.position_text import with_position
from generator.studio.open_kit import OpenKit
from generator.studio.play.pictures import TablePicture, TablePictures


class ZonePiece(NamedTuple):
    """A piece in a list of the position: its name, and the address of its picture, if any."""

    name: str
    picture: str = ""
    ratio: float = 1.0
    """The picture's width divided by its height."""


class ShownZone(NamedTuple):
    """The content of one list of the position."""

    pointer: str
    title: str
    pieces: tuple[ZonePiece, ...]


class ShownPosition(NamedTuple):
    """A position on the screen."""

    picture: TablePicture
    zones_shown: tuple[ShownZone, ...]


class ExampleTable:
    """The table of one version of a kit.  Everything is called in the worker's thread."""

    def __init__(self, kit: Kit) -> None:
        """Raises KitError for a kit that cannot be played."""
        self.kit = kit
        self.game: Game[Any] = game_of_kit(kit)
        self.pictures = TablePictures(kit)
        pieces = self.pictures.faces.renderer.style.variables["pieces"]
        self._pieces: Mapping[str, Mapping[str, str]] = untracked(pieces)

    def show(self, kit: OpenKit, example: ExampleText, words: str) -> ShownPosition:
        """The position of an example as a text states it.  Raises KitError."""
        state = self._initial_state(kit, example, words)
        people = self.game.people(state)
        zones_shown = tuple(self._shown_zone(zone, people) for zone in zones(self.game, state))
        return ShownPosition(self._picture(state), zones_shown)

    def put(
        self, kit: OpenKit, example: ExampleText, words: str, piece: Names, to: Names
    ) -> ExampleText:
        """Move a piece, in the file as well.  Raises KitError with the reason if that is impossible.

        Of several meanings, one that makes a difference on the table comes first.
        """
        before = self._initial_state(kit, example, words)
        things_before = self._picture(before).things
        refused: list[KitError] = []
        after: State[Any] | None = None
        for each in positions(self.game, before, piece, to, refused):
            after = after or each
            if self._picture(each).things != things_before:
                after = each
                break
        if after is None:
            raise rejection(piece, refused)
        base, whole = with_example(kit, example, words)
        number, parsed = example_at(kit, example, whole)
        shown = shown_name(kit.path(example.file))
        whole = with_position(self.game, whole, shown, number, after.to_data())
        kit.save(example.file, base, whole)
        return example_text(kit, parsed.id)

    def _initial_state(self, kit: OpenKit, example: ExampleText, words: str) -> State[Any]:
        _, whole = with_example(kit, example, words)
        return begin_example(self.game, example_at(kit, example, whole)[1])[0]

    def _picture(self, state: State[Any]) -> TablePicture:
        game = self.game
        names = game.people(state), None, game.thing_titles(state), game.place_titles
        return self.pictures.picture(state.view(None), *names)

    def _shown_zone(self, zone: Zone, people: Mapping[str, str]) -> ShownZone:
        seats = [*people.values()]
        keys = [
            seats[key]
            if isinstance(key, int) and key < len(seats)
            else people.get(str(key), str(key))
            for key in zone.path
        ]
        title = ", ".join(keys).replace("-", " ").replace("_", " ")
        return ShownZone(zone.pointer, title, tuple(map(self._piece, zone.pieces)))

    def _piece(self, name: str) -> ZonePiece:
        piece = self._pieces.get(name)
        if piece is None:
            return ZonePiece(name)
        face = self.pictures.faces.face(piece["component"], piece["id"], "front")
        address = f"{self.pictures.address(face)}?bleed=false"
        return ZonePiece(name, address, round(face.width / face.height, 3))
