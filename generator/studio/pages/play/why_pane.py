"""Why pane: the reason why a thing on the table cannot be used now, and the position as text."""

from __future__ import annotations

from collections.abc import Callable

from nicegui import ui

from generator.base.errors import KitError
from generator.engine.console.refusal import why
from generator.studio.pages.components import text
from generator.studio.play.rooms import Room
from generator.studio.play.screen import Screen, Shown


class WhyPane:
    """A menu of the things on the table; for those who want it, also a field for a move's notation."""

    def __init__(
        self,
        room: Room,
        screen: Callable[[], Screen],
        rule_button: Callable[[str], None],
        notation: ui.switch,
    ) -> None:
        """`screen` returns the current screen; `notation` says whether notation is wanted."""
        self._room, self._screen, self._rule_button = room, screen, rule_button
        self._shown: Shown | None = None
        _ = room.words.text
        text("p", _("Click anything on the table, or choose it here."), "quiet")
        self._things = ui.select([], label=_("Why can I not use …"), with_input=True).classes(
            "wide"
        )
        self._things.props("outlined dense options-dense")
        self._things.on_value_change(lambda event: self._explain(event.value))
        self._answer = ui.element("div").props('role="status"')
        move = ui.input(_("A move, as listed or in its notation")).props("outlined dense clearable")
        move.on("keydown.enter", lambda: self._explain_move(str(move.value or "")))
        move.bind_visibility_from(notation, "value")
        with ui.element("pre").classes("letters"):
            self._position_text = ui.label().style("display: contents")

    def show(self, shown: Shown) -> None:
        """Offer what is on the table, and show the position as text."""
        self._shown = shown
        picture = None if shown.handover else shown.picture
        names = picture.names if picture else ()
        # A board has many squares, which are called what they are named; they come last.
        labels = sorted(dict.fromkeys(picture.labels if picture else ()), key=names.__contains__)
        if labels != self._things.options:
            self._things.set_options(labels, value=None)
            self._answer.clear()
        self._position_text.set_text("" if shown.handover else shown.text)

    def _say(self, words: str, rule: str = "") -> None:
        """Show an answer beside the question, with the rule behind it."""
        self._answer.clear()
        with self._answer, ui.element("p").classes("notice" if rule else "quiet"):
            ui.label(words).style("display: inline")
            if rule:
                self._rule_button(rule)

    def _explain(self, label: str | None) -> None:
        """Say why a thing on the table cannot be used now, or that it can."""
        choosing = self._screen().choosing
        if label is None or self._shown is None or self._shown.picture is None or choosing is None:
            return
        picture, _ = self._shown.picture, self._room.words.text
        things = zip(picture.things, picture.labels, strict=True)
        names = next((each.names for each, called in things if called == label), ())
        if choosing.lit.intersection(names):
            self._say(_("{thing}: you can use it now. It is lit on the table.", thing=label))
        elif found := choosing.refusal(names):
            says = _("{thing}: Not possible now: {reason}", thing=label, reason=found.reason)
            self._say(says, found.rule)
        else:
            self._say(_("{thing}: no move of this decision is about it.", thing=label))

    def _explain_move(self, words: str) -> None:
        """Say whether a move is legal, or why it is not."""
        state = self._room.match.state
        if state.to_act in self._screen().seats and words.strip():
            try:
                found = why(self._room.game, state, " ".join(words.split()))
            except KitError as error:
                self._say(error.faults[0].message, error.faults[0].check)
            else:
                self._say(found.text, found.rule)
