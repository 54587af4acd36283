"""Tests of memoized values of scenes: they live as long as their scene."""

from __future__ import annotations

import gc
from weakref import ref

from generator.kit.locate import KitSearchPath
from generator.pipeline.check import check
from generator.press.scene.items import Scene, memoize_per_scene
from tests.press.running import KITS


def scenes() -> int:
    gc.collect()
    return sum(isinstance(thing, Scene) for thing in gc.get_objects())


def test_a_value_is_computed_once_and_dropped_with_its_scene() -> None:
    calls: list[str] = []

    @memoize_per_scene
    def name(scene: Scene) -> str:
        calls.append(scene.name)
        return scene.name.upper()

    gc.freeze()  # objects of other tests are not collected
    one, other = Scene("gull", 1, 1, ()), Scene("gull", 1, 1, ())
    assert [name(one), name(one), name(other)] == ["GULL"] * 3
    assert calls == ["gull", "gull"]
    gone = ref(one)
    del one
    gc.collect()
    assert gone() is None
    assert name(other) == "GULL"
    assert calls == ["gull", "gull"]


def test_no_scene_outlives_the_check_of_its_kit() -> None:
    """`watch` checks and builds repeatedly in one process."""
    roots = KitSearchPath(KITS / "data", KITS / "templates")
    gc.freeze()  # nor counted
    check("tidewrack", roots)
    before = scenes()
    check("tidewrack", roots)
    assert scenes() == before
