"""Fields for the options of a game: menus where there are words to choose from."""

from __future__ import annotations

from collections.abc import Mapping

from nicegui import ui

from generator.base.option import Option, option_title
from generator.kit.words import UNTRANSLATED, Translator


class OptionFields:
    """A field for each option, whose hint says what it does."""

    def __init__(self, options: Mapping[str, Option], words: Translator = UNTRANSLATED) -> None:
        self._options = options
        self._fields = {name: _field(name, option, words) for name, option in options.items()}

    @property
    def chosen(self) -> dict[str, str]:
        """The values that are not the defaults, as texts."""
        values = {name: str(field.value) for name, field in self._fields.items()}
        return {
            name: value
            for name, value in values.items()
            if value != str(self._options[name].default)
        }


def _field(name: str, option: Option, words: Translator) -> ui.input | ui.select:
    choices = {each: words.text(each) for each in option.choices}
    if isinstance(option.default, bool):
        choices = {"True": words.text("yes"), "False": words.text("no")}
    value, label = str(option.default), words.text(option_title(name))
    made: ui.input | ui.select
    if choices:
        made = ui.select({value: value} | choices, value=value, label=label)
    else:
        made = ui.input(label, value=value)
    made.props("outlined dense").props["hint"] = words.text(option.says)
    return made
