"""Cards pane: what is in sight, by its place, and the text and face of what is looked up."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from nicegui import ui

from generator.engine.console.cards import CardRow
from generator.engine.text.event_text import capitalized
from generator.studio.pages.components import Button, GroupsView, text
from generator.studio.play.rooms import Room


class CardsPane:
    """A field for the name of anything in the game, what is found, and the names of all in sight."""

    def __init__(self, room: Room, say: Callable[[str], None]) -> None:
        """`say` shows a message if nothing is found."""
        self._room, self._say = room, say
        looked = ui.input(room.words.text("Name of a card, a figure, an ability"))
        looked.props("outlined dense clearable").on(
            "keydown.enter", lambda: self._look_for(str(looked.value or ""))
        )
        self._texts = ui.element("div")
        self._cards = GroupsView(lambda words, step: self._look_for(words)).classes("in-sight")

    def show(self, sight: Mapping[str, Sequence[CardRow]]) -> None:
        """List what is in sight, and clear what was looked up."""
        if self._texts.default_slot.children:
            self._texts.clear()
        self._cards.show(
            groups=[
                {
                    "key": place,
                    "title": capitalized(place),
                    "buttons": [
                        Button(text=title, value=title)
                        for title in dict.fromkeys(card.title(self._room.game) for card in cards)
                    ],
                }
                for place, cards in sight.items()
            ]
        )

    def show_texts(self, cards: Sequence[CardRow]) -> None:
        """Show the faces and texts of some cards."""
        self._texts.clear()
        with self._texts:
            for card in cards:
                with ui.element("div").classes("card-text"):
                    if source := self._room.face_of(card):
                        ui.element("img").props("alt=''").props["src"] = source  # its text follows
                    text("h3", card.title(self._room.game))
                    for line in self._room.text_of(card):
                        text("p", line)

    def _look_for(self, words: str) -> None:
        name = words.strip()
        if name and (found := self._room.cards_named(name)):
            self.show_texts(found)
            self._texts.run_method("scrollIntoView", {"block": "nearest"})
        elif name:
            _ = self._room.words.text
            self._say(_("Nothing in this game is called “{name}”.", name=name))
