"""Tests of the arranger: it edits the element that a person sees, or none."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from types import SimpleNamespace
from typing import Any

import pytest

from generator.base.errors import KitError
from generator.studio.pages.design import arranger
from tests.studio.edit.drawn_elements import MakeKit, elements, face_of

SEEN = '<rect x="5mm" y="5mm" width="9mm" height="9mm" fill="red"/>'
ADDED = '<rect x="40mm" y="5mm" width="9mm" height="9mm" fill="blue"/>'


async def at_once(urgency: object, do: Callable[[], Any]) -> Any:
    return do()


async def nothing() -> None:
    pass


@pytest.mark.parametrize("added", ["", f"{ADDED}\n"])
def test_an_element_of_a_file_that_changed_meanwhile_is_not_removed(
    make: MakeKit, monkeypatch: pytest.MonkeyPatch, added: str
) -> None:
    refused: list[KitError] = []
    monkeypatch.setattr(arranger, "_notify_refusal", refused.append)
    kit = make(SEEN)
    studio = SimpleNamespace(worker=SimpleNamespace(run=at_once))
    frame = SimpleNamespace(show_edit=nothing)
    tested = arranger.Arranger(studio, kit, frame, lambda **_: None)  # type: ignore[arg-type]
    face = face_of(kit)
    tested.take(face, face.spots, kit.version)
    card = kit.folders.templates[0] / "card.xml"
    key = elements(kit)["rect"].key
    if added:
        card.write_text(card.read_text().replace(SEEN, f"{added}{SEEN}"))
    with ThreadPoolExecutor(1) as other:  # the tests of a browser have a loop in this thread
        other.submit(lambda: asyncio.run(tested.remove(key))).result()
    assert (ADDED in card.read_text()) == bool(added)
    assert (SEEN in card.read_text()) == bool(refused) == bool(added)
