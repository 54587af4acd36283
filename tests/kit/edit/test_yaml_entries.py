"""Tests of entries added to a list or mapping of a YAML file: lines with their comments, all else kept."""

from __future__ import annotations

import pytest

from generator.base.errors import KitError
from generator.kit.edit.yaml_values import YamlText

TABLE = "# new\nb:\n  c: 1   # why\n"
BLOCK = "tables:\n  # new\n  b:\n    c: 1   # why\n"
LIST = "components:\n- x: 1\n"


@pytest.mark.parametrize(
    ("before", "after"),
    [
        (f"tables:\n{LIST}", f"{BLOCK}{LIST}"),
        (f"tables: {{}}  # none\n{LIST}", f"tables:  # none\n{BLOCK[8:]}{LIST}"),
        (f"tables: null\n{LIST}", f"{BLOCK}{LIST}"),
        (f"a: 1\n# pieces\n{LIST}", f"a: 1\n{BLOCK}\n# pieces\n{LIST}"),
        (f"tables: {{a: {{d: 1}}}} # f\n{LIST}", f"tables: {{a: {{d: 1}}, b: {{c: 1}}}} # f\n{LIST}"),
        (f"tables: {{\n  a: 1, # f\n}}\n{LIST}", f"tables: {{\n  a: 1, b: {{c: 1}}, # f\n}}\n{LIST}"),
        (
            "components: []\ntables: &t\n    a: |\n      x\n\n# end",
            "components: []\ntables: &t\n    a: |\n      x\n\n    # new\n    b:\n      c: 1   # why\n# end",
        ),
        (f"{LIST}tables:\n  a: 1", f"{LIST}tables:\n  a: 1\n  # new\n  b:\n    c: 1   # why\n"),
    ],
)  # fmt: skip
def test_a_mapping_gains_lines_in_any_notation(before: str, after: str) -> None:
    assert YamlText(before, "game.yaml").with_entries("tables", TABLE, "components") == after
    marked = "\ufeff" + before.replace("\n", "\r\n")
    added = YamlText(marked, "game.yaml").with_entries("tables", TABLE, "components")
    assert added == "\ufeff" + after.replace("\n", "\r\n")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("components:\n- x: 1 # q\nrest: 2\n", "components:\n- x: 1 # q\n# new\n- id: z\n  k: v\nrest: 2\n"),
        ("components: [{x: 1}]\n", "components: [{x: 1}, {id: z, k: v}]\n"),
    ],
)  # fmt: skip
def test_so_does_a_list(before: str, after: str) -> None:
    words = "# new\n- id: z\n  k: v\n"
    assert YamlText(before, "game.yaml").with_entries("components", words, "components") == after


def test_an_alias_is_not_changed() -> None:
    text = YamlText("a: &a {x: 1}\ntables: *a\ncomponents: []\n", "game.yaml")
    with pytest.raises(KitError, match="alias"):
        text.with_entries("tables", TABLE, "components")
