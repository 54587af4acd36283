"""Tests of filled texts: expressions in the texts of tables, and their faults."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.kit.tables import filled_texts
from generator.kit.tables.load import TableSpec, load_tables
from generator.kit.tables.records import Table, Tables

TEXTS = {"texts": {"type": "list", "of": {"type": "text"}}}
FIELDS = {
    "cards": {"id": {"type": "id"}, "number": {"type": "integer"}, **TEXTS},
    "figures": {"draw": {"type": "integer"}},
}


def loaded(folder: Path, text: str) -> Tables:
    (folder / "cards.yaml").write_text(f"- {{id: owl, number: 2, texts: ['{text}']}}\n")
    (folder / "figures.yaml").write_text("draw: 3\n")
    specs = {
        name: TableSpec.model_validate(
            {"file": f"{name}.yaml", "kind": kind, "one": "card", "fields": FIELDS[name]}
        )
        for name, kind in (("cards", "table"), ("figures", "record"))
    }
    return load_tables(specs, folder)


def text_of(tables: Tables) -> str:
    cards = tables["cards"]
    assert isinstance(cards, Table)
    text: str = cards["owl"].texts[0]
    return text


@pytest.mark.parametrize(
    ("written", "printed"),
    [
        ("Draw {{ figures.draw | number }}.", "Draw three."),
        ('Draw {{ figures.draw | number("card", "cards") }}.', "Draw three cards."),
        ("Draw {{ row.number }} of {{ figures.draw * 2 }}.", "Draw 2 of 6."),
        ("{{ cards.owl.id | capitalize }} hoots.", "Owl hoots."),
        ("Draw {n}.", "Draw {n}."),
    ],
)
def test_a_text_is_filled_in_from_the_tables_and_its_row(
    written: str, printed: str, tmp_path: Path
) -> None:
    assert text_of(loaded(tmp_path, written)) == printed


def test_a_text_that_cannot_be_filled_in_is_a_fault_of_its_row(tmp_path: Path) -> None:
    with pytest.raises(KitError) as caught:
        loaded(tmp_path, "Draw {{ row.nummer }}.")
    (fault,) = caught.value.faults
    assert 'cards.yaml:1: card "owl": the text `Draw {{ row.nummer }}.`' in str(fault)
    assert 'did you mean "number"?' in str(fault)


def test_the_letters_of_all_texts_with_expressions_are_bounded(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = "Draw {{ figures.draw }}."
    monkeypatch.setattr(filled_texts, "MAX_LETTERS", len(text) + filled_texts.EACH)
    assert text_of(loaded(tmp_path, text)) == "Draw 3."
    with pytest.raises(KitError, match=r"up to here have more than .* letters; write values that"):
        loaded(tmp_path, f"{text}.")
