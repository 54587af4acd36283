"""Tests of serialized scenes: they round-trip as bytes, and other bytes run no code."""

from __future__ import annotations

import pickle
from dataclasses import replace
from pathlib import Path

import pytest

from generator.base.units import Matrix
from generator.press.cache.serialize import BadBytesError, dumps, loads
from generator.press.layout.checks.complexity import complexity_of
from generator.press.layout.checks.safe_zone import text_margin
from generator.press.marks.bleed import edge_color
from generator.press.scene.digest import scene_digest
from generator.press.scene.items import GlyphRun, Scene, Use
from tests.press.scene.drawing import tidewrack


def test_scenes_round_trip_with_their_shared_parts() -> None:
    pieces = [piece for part in tidewrack().parts() for piece in part.pieces]
    fronts = {piece.id: piece.front for piece in pieces}
    thawed = loads(dumps(fronts))
    assert {name: scene_digest(scene) for name, scene in thawed.items()} == {
        name: scene_digest(scene) for name, scene in fronts.items()
    }
    frames = [
        next(item.scene for item in thawed[name].items if isinstance(item, Use))
        for name in ("find/whelk", "find/cowrie", "find/plank")
    ]
    assert frames[0] is frames[1]
    assert frames[0] is not frames[2]


def test_equal_numbers_of_a_deck_are_restored_as_one_object() -> None:
    faces = [piece.front for part in tidewrack().parts() for piece in part.pieces]
    numbers = [
        number
        for face in loads(dumps(faces))
        for run in face.items
        if isinstance(run, GlyphRun)
        for number in (run.x, run.y, run.size, run.gap)
        if number
    ]
    assert len(set(map(id, numbers))) == len(set(numbers)) < len(numbers)


def test_a_negative_zero_keeps_its_sign() -> None:
    matrices = [Matrix(zero, 0.0, zero, 1.0, 2.5, 2.5) for zero in (0.0, -0.0, 0.0)]
    assert repr(loads(dumps(matrices))) == repr(matrices)


def test_memoized_values_are_stored_with_their_scene() -> None:
    front = tidewrack().face("find", "whelk", "front")

    def known(scene: Scene) -> tuple[object, ...]:
        return (
            edge_color(scene),
            text_margin([scene], 9.0),
            complexity_of(scene),
            scene_digest(scene),
        )

    facts = known(front)
    thawed = loads(dumps(front))
    assert thawed.facts == front.facts
    assert len(thawed.facts) == len(facts)
    plain = replace(thawed)
    assert not plain.facts
    assert known(plain) == facts


class _Trick:
    def __reduce__(self) -> tuple[object, tuple[str]]:
        return Path.touch, ("gone",)


@pytest.mark.parametrize(
    "content",
    [b"", b"nothing of ours", pickle.dumps(pickle.loads), pickle.dumps(print), dumps([1])[:-2]],
)
def test_other_bytes_are_refused(content: bytes) -> None:
    with pytest.raises(BadBytesError):
        loads(content)


def test_only_scenes_and_plain_values_can_be_stored() -> None:
    with pytest.raises(TypeError, match="a scene holds no _Trick"):
        dumps([_Trick()])


def test_a_fingerprint_depends_on_the_picture_and_not_on_names() -> None:
    faces = {name: tidewrack().face("find", name, "front") for name in ("whelk", "cowrie")}
    again = {name: tidewrack().face("find", name, "front") for name in faces}
    low = tidewrack("low").face("find", "whelk", "front")
    assert {n: scene_digest(s) for n, s in faces.items()} == {
        n: scene_digest(s) for n, s in again.items()
    }
    prints = {scene_digest(scene) for scene in (*faces.values(), low)}
    assert len(prints) == 3
