"""Components that NiceGUI lacks: the piece with its overlays, the wall, tables, buttons and texts.

Elements that a person may be pressing stay in the page while everything around them is redrawn: a
click is lost if its target is replaced between press and release.
"""

from __future__ import annotations

from base64 import b64encode
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from contextlib import contextmanager
from functools import partial
from typing import Any, Generic, TypedDict, TypeVar

from nicegui import ui
from nicegui.element import Element
from nicegui.elements.mixins.text_element import TextElement
from nicegui.events import GenericEventArguments

from generator.studio.browser_events import read_event_values
from generator.studio.play.pictures import TablePicture

K = TypeVar("K", bound=Hashable)
E = TypeVar("E", bound=Element)
MAX_DISTANCE = 10_000.0
"""Longest distance in mm by which anything is moved on a piece."""


class KeyedChildren(Generic[K, E]):
    """Children of an element, each kept as long as its key is shown."""

    def __init__(self, parent: Element) -> None:
        self._parent = parent
        self._children: dict[K, E] = {}

    def show(self, wanted: Iterable[K], make: Callable[[K], E]) -> Mapping[K, E]:
        """The children with these keys, in this order; `make` makes new ones."""
        keys = [*dict.fromkeys(wanted)]
        for key in self._children.keys() - {*keys}:
            self._children.pop(key).delete()
        for index, key in enumerate(keys):
            if key not in self._children:
                with self._parent:
                    self._children[key] = make(key)
            element = self._children[key]
            if self._parent.default_slot.children[index] is not element:
                element.move(target_index=index)
        return {key: self._children[key] for key in keys}


class View(Element):
    """An element with its own rendering: its properties are what it shows."""

    def show(self, **values: Any) -> None:
        """Set what is shown; unchanged properties are not sent."""
        changed = {name: each for name, each in values.items() if self._props.get(name) != each}
        if changed:
            self._props.update(changed)
            self.update()


def _distance(value: Any) -> float:
    """A distance on a piece in mm.  Raises ValueError for one that no page sends."""
    number = float(value)
    if not abs(number) <= MAX_DISTANCE:
        raise ValueError(value)
    return number


class PieceView(View, component="piece.js"):
    """One face, large and zoomable, with cut line, bleed and safe zone, and parts to point at.

    While it is `arranging`, its elements can be dragged.
    """

    events: Mapping[str, tuple[Callable[[Any], Any], ...]] = {
        "go": (int, str),
        "zoom": (int,),
        "flip": (int,),
        "choose": (str,),
        "arrange": (str, int, *4 * (_distance,)),
        "attribute": (str, str, str),
        "remove": (str,),
        "exchange": (str, int),
        "duplicate": (str,),
        "copy": (str,),
        "paste": (int,),
        "open": (str,),
    }
    """What a person does, and the kinds of values that tell it.

    `go`: the number of a part and the field to go to, "" for any, ":" for its line; `zoom`: 1 for
    larger, -1 for smaller, 0 for all of it.  `flip` and `paste` tell 0.  The others begin with the
    key of an element: `arrange` tells the number of the edit, and how far the left, top, right and
    lower edge go, in mm; `attribute` its name and value; `exchange` 1 for what is drawn next, -1 for
    what is drawn before.
    """

    def __init__(self, on: Mapping[str, Callable[..., Any]]) -> None:
        """`on` has a function for each event."""
        super().__init__()
        self._props.update(
            src="", label="", width=63.0, height=88.0, bleed=0.0, safe=0.0, spots=[], zoom=1.0,
            show=["cut"], eyes="", empty="", hint="", arranging=False, elements=[],
            facts={"key": "", "why": {}, "attributes": [], "others": [], "exchanges": []},
            settled=0, select="",
        )  # fmt: skip
        for name, kinds in self.events.items():
            self.on(name, partial(self._tell, on[name], kinds))

    @staticmethod
    def _tell(
        do: Callable[..., Any],
        kinds: tuple[Callable[[Any], Any], ...],
        event: GenericEventArguments,
    ) -> Any:
        return do(*read_event_values(event, *kinds))


class TableView(View, component="table.js"):
    """A drawn position of a game, and the things on it that can be pointed at."""

    def __init__(self, on_point: Callable[[list[str], int], Any]) -> None:
        """`on_point` gets the names of a thing, and the `step` that the browser showed at that moment."""
        super().__init__()
        self._props.update(
            parts=[], fresh={}, age=0, width=1.0, height=1.0, things=[], labels=[], lit=[], picked=[],
            hinted=[], zoom=1.0, step=0, title="The table", says="",
        )  # fmt: skip
        self._received: set[int] = set()
        self.on("point", lambda event: on_point(*read_event_values(event, _names, int)))
        self.on("have", lambda event: self._note_received(*read_event_values(event, int, _keys)))

    def draw(
        self,
        picture: TablePicture | None,
        lit: Iterable[str],
        picked: Iterable[str],
        hinted: Iterable[str] = (),
    ) -> None:
        """Show a position; only parts that the browser lacks are sent.  None: show nothing."""
        if picture is None:
            self._received = set()  # the previous content must not stay
            self.show(
                parts=[], fresh={}, things=[], labels=[], lit=[], picked=[], hinted=[], says="",
                age=self._props["age"] + 1,
            )  # fmt: skip
            return
        lit, picked, hinted = {*lit}, {*picked}, {*hinted}
        things = [
            ["|".join(each.names), *(round(n, 1) for n in each.box)] for each in picture.things
        ]
        self.show(
            parts=[[part.key, part.transform] for part in picture.parts],
            fresh={
                part.key: part.markup for part in picture.parts if part.key not in self._received
            },
            width=picture.width,
            height=picture.height,
            says="; ".join(
                label
                for label, each in zip(picture.labels, picture.things, strict=True)
                if each.names[1:]
            ),
            things=things,
            labels=[*picture.labels],
            lit=[n for n, each in enumerate(picture.things) if lit.intersection(each.names)],
            picked=[n for n, each in enumerate(picture.things) if picked.intersection(each.names)],
            hinted=[n for n, each in enumerate(picture.things) if hinted.intersection(each.names)],
        )

    def _note_received(self, age: int, keys: list[int]) -> None:
        """Note which parts the browser has received since it last had to forget them all."""
        if age == self._props["age"]:
            self._received.update(keys)


class GroupsView(View, component="groups.js"):
    """Groups of lines and buttons, such as moves to choose from; unchanged ones stay in the page."""

    def __init__(self, on_press: Callable[[str, int], Any]) -> None:
        """`on_press` gets the value of a button, and the `step` that the browser showed at that moment."""
        super().__init__()
        self._props.update(groups=[], step=0)
        self.on("press", lambda event: on_press(*read_event_values(event, str, int)))


class Button(TypedDict, total=False):
    """A button of a group; `notes` are shown small below its text, `kind` is its CSS class."""

    text: str
    value: str
    hint: str
    kind: str
    notes: list[str]


def whole_number(field: ui.number) -> int:
    """The whole number in a field, within its bounds, and the least for none."""
    return int(bounded(field, field.min))


def bounded(field: ui.number, none: float = 0.0) -> float:
    """The number in a field, within its bounds; the browser sends others while somebody types."""
    return float(min(max(field.min, none if field.value is None else field.value), field.max))


class FreeTableView(View, component="free.js"):
    """A table with pieces to drag."""

    def __init__(
        self,
        on_move: Callable[[int, float, float], Any],
        on_choose: Callable[[int], Any],
        on_act: Callable[[int, str], Any],
        says: str,
    ) -> None:
        """`says` is shown while there are pieces without their pictures."""
        super().__init__()
        self._props.update(piles=[], wide=1.0, high=1.0, chosen=0, zoom=1.0, says=says)
        self.on("moved", lambda event: on_move(*read_event_values(event, int, float, float)))
        self.on("choose", lambda event: on_choose(*read_event_values(event, int)))
        self.on("act", lambda event: on_act(*read_event_values(event, int, str)))


class ZonesView(View, component="zones.js"):
    """The lists of a position, such as hands and piles, with their pieces."""

    def __init__(self) -> None:
        super().__init__()
        self._props.update(zones=[])


class Wall(View, component="wall.js"):
    """All faces as thumbnails, loaded when they scroll into view."""

    def __init__(self, on_pick: Callable[[str], Any]) -> None:
        super().__init__()
        self._props.update(faces=[], picked="")
        self.on("pick", lambda event: on_pick(*read_event_values(event, str)))


class Sheets(View, component="sheets.js"):
    """Sheets as printed, and the tiles of larger pieces, laid on a table."""

    def __init__(self) -> None:
        super().__init__()
        self._props.update(sheets=[], tables=[], says="", label="", joined="")


class Book(View, component="book.js"):
    """Pages of a rulebook, with figures to click on."""

    def __init__(self, on_figure: Callable[[int, int], Any]) -> None:
        """`on_figure` gets the number of a page and of a figure on it, counted from 0."""
        super().__init__()
        self._props.update(pages=[], says="")
        self.on("figure", lambda event: on_figure(*read_event_values(event, int, int)))


def _keys(keys: Any) -> list[int]:
    return [int(key) for key in keys]


def _names(names: Any) -> list[str]:
    return str(names).split("|")


def icon_button(icon: str, label: str, do: Callable[[], object] | None = None) -> ui.button:
    """A button with an icon, and a name for screen readers."""
    button = ui.button(icon=icon, on_click=do, color=None).props("flat dense")
    button.props["aria-label"] = label
    return button.classes("plain").tooltip(label)


def button(
    words: str,
    do: Callable[[], object] | None = None,
    icon: str | None = None,
    *,
    strong: bool = False,
    hint: str = "",
) -> ui.button:
    """A button with a label; the main one of a page or dialog is `strong`."""
    made = ui.button(words, icon=icon, on_click=do, color=None)
    made = made.classes("strong") if strong else made.props("flat").classes("plain")
    return made.tooltip(hint) if hint else made


def set_usable(button: ui.button, usable: bool) -> None:
    """Enable or disable a button, which keeps the focus in any case."""
    button.props["aria-disabled"] = "false" if usable else "true"


def set_pressed(button: ui.element, pressed: bool) -> None:
    """Show a button as pressed or not."""
    button.props["aria-pressed"] = "true" if pressed else "false"


def text(tag: str, words: str, classes: str = "") -> TextElement:
    """An element with plain text: words of a kit are never interpreted as markup."""
    return TextElement(tag=tag, text=words).classes(classes)


def progress_bar() -> ui.linear_progress:
    """A bar that is empty at first."""
    return ui.linear_progress(0, show_value=False, color="var(--accent)")


def text_button(label: str, do: Callable[[], object], classes: str = "") -> TextElement:
    """A plain button."""
    return text("button", label, classes).props('type="button"').on("click", do)


def svg_picture(svg: bytes, says: str) -> ui.element:
    """A picture from SVG, and what it says to those who do not see it."""
    picture = ui.element("img")
    picture.props["alt"] = says
    picture.props["src"] = f"data:image/svg+xml;base64,{b64encode(svg).decode()}"
    return picture


@contextmanager
def opened_dialog(title: str) -> Iterator[ui.dialog]:
    """A dialog with this title, which opens when its content is complete."""
    with ui.dialog() as dialog, ui.element("div").classes("dialog"):
        dialog.props["aria-label"] = title
        text("h2", title)
        yield dialog
    dialog.open()
