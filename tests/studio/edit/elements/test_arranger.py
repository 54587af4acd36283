"""Tests of the arranger: it edits the element that a person sees, or none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.studio.open_kit import OpenKit
from generator.studio.pages.design import arranger
from tests.studio.edit.drawn_elements import MakeKit, elements, face_of

SEEN = '<rect x="5mm" y="5mm" width="9mm" height="9mm" fill="red"/>'
ADDED = '<rect x="40mm" y="5mm" width="9mm" height="9mm" fill="blue"/>'


async def at_once(urgency: object, do: Callable[[], Any]) -> Any:
    return do()


async def nothing() -> None:
    pass


@pytest.fixture
def refused(monkeypatch: pytest.MonkeyPatch) -> list[KitError]:
    """The refusals that are shown."""
    refused: list[KitError] = []
    monkeypatch.setattr(arranger, "_notify_refusal", refused.append)
    return refused


def arranging(kit: OpenKit) -> arranger.Arranger:
    """An arranger of the card, as it is drawn."""
    studio = SimpleNamespace(worker=SimpleNamespace(run=at_once))
    frame = SimpleNamespace(show_edit=nothing)
    made = arranger.Arranger(studio, kit, frame, lambda **_: None)  # type: ignore[arg-type]
    show(made, kit)
    return made


def show(made: arranger.Arranger, kit: OpenKit) -> None:
    face = face_of(kit)
    made.take(face, face.spots, kit.version)


def done(action: Callable[[], Coroutine[Any, Any, None]]) -> None:
    with ThreadPoolExecutor(1) as other:  # the tests of a browser have a loop in this thread
        other.submit(lambda: asyncio.run(action())).result()


@pytest.mark.parametrize("added", ["", f"{ADDED}\n"])
def test_an_element_of_a_file_that_changed_meanwhile_is_not_removed(
    make: MakeKit, refused: list[KitError], added: str
) -> None:
    kit = make(SEEN)
    tested = arranging(kit)
    card = kit.folders.templates[0] / "card.xml"
    key = elements(kit)["rect"].key
    if added:
        card.write_text(card.read_text().replace(SEEN, f"{added}{SEEN}"))
    done(lambda: tested.remove(key))
    assert (ADDED in card.read_text()) == bool(added)
    assert (SEEN in card.read_text()) == bool(refused) == bool(added)


def test_words_for_an_element_that_another_window_has_removed_are_told(
    make: MakeKit, refused: list[KitError]
) -> None:
    added = ADDED.replace("rect", "ellipse")
    kit = make(f"{SEEN}\n{added}")
    tested = arranging(kit)
    key = elements(kit)["ellipse"].key
    card = kit.folders.templates[0] / "card.xml"
    card.write_text(card.read_text().replace(added, ""))
    kit.poll()
    show(tested, kit)
    done(lambda: tested.set_attribute(key, "fill", "a new sky"))
    done(lambda: tested.remove(key))
    assert [str(error).partition(" (")[0] for error in refused] == [
        'another window or program has removed this element; what you wrote: "a new sky"',
        "another window or program has removed this element; look again",
    ]
    assert SEEN in card.read_text()


def test_what_is_added_right_after_a_flip_goes_on_the_side_in_sight(make: MakeKit) -> None:
    kit = make(SEEN)
    tested = arranging(kit)
    back = face_of(kit, "back")
    front = (kit.folders.templates[0] / "card.xml").read_text()

    async def add() -> None:
        tested.expect_face()
        adding = asyncio.create_task(tested.add("rect"))
        await asyncio.sleep(0.01)
        tested.take(back, back.spots, kit.version)
        await adding

    done(add)
    assert (kit.folders.templates[0] / "card.xml").read_text() == front
    edit = kit.journal.undoable
    assert edit
    assert edit.says == "card-back.xml: add <rect>"
