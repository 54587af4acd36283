"""Tests of row edits: blocks from a spreadsheet are pasted in place, and change nothing else."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.studio.edit.row_edits import MAX_PASTED_SLOWLY, paste_block
from tests.kit.edit.test_tables import table

CARDS = '# deck\nid,name,fat\nnan,Nan,3\nbo,"Bo",1\n'
YAML = "- id: nan # first\n  name: Nan\n  fat: 3\n- {id: bo, name: Bo, fat: 1}\n"


@pytest.mark.parametrize(
    ("block", "rows", "fields", "after"),
    [
        ("Nora\t4\nBob\t2\n", [0, 1], ["name", "fat"], "nan,Nora,4\nbo,\"Bob\",2\n"),
        ("Bob\nNora", [1, 0], ["name", "fat"], "nan,Nora,3\nbo,\"Bob\",1\n"),
        ("fat\tname\n7\tNora\n", [0, 1], ["id"], "nan,Nora,7\nbo,\"Bo\",1\n"),
        ('"a, ""b"""\n', [0, 1], ["name"], 'nan,"a, ""b""",3\nbo,"Bo",1\n'),
        ("Bob\t2\nZoë's\t5\nBo\t6\nZoës\t7", [1], ["name", "fat"],
         "nan,Nan,3\nbo,\"Bob\",2\nzoes,Zoë's,5\nbo-2,Bo,6\nzoes-2,Zoës,7\n"),
        ("1\n2\n3\n4", [0, 1], ["fat"], "nan,Nan,1\nbo,\"Bo\",2\nrow,New,3\nrow-2,New,4\n"),
    ],
)  # fmt: skip
def test_a_block_is_pasted_over_cells_and_below_the_last_row(
    tmp_path: Path, block: str, rows: list[int], fields: list[str], after: str
) -> None:
    file = table(tmp_path, "goats.csv", CARDS.removeprefix("# deck\n"))
    edit = paste_block(file, rows, fields, block)
    assert edit.content.decode() == "id,name,fat\n" + after
    yaml = table(tmp_path, "goats.yaml", YAML)
    same = yaml.with_content(paste_block(yaml, rows, fields, block).content)
    edited = file.with_content(edit.content)
    assert [dict(row.cells) for row in same.rows] == [dict(row.cells) for row in edited.rows]
    assert same.content.startswith(b"- id: nan # first\n")


@pytest.mark.parametrize(
    ("block", "words"),
    [
        ("1\t2\t3", "3 columns were copied, but only 2 fit to the right of here"),
        ("1\n" * (MAX_PASTED_SLOWLY + 1), "more than the 300 that can be pasted at once"),
    ],
)
def test_a_block_that_does_not_fit_changes_nothing(tmp_path: Path, block: str, words: str) -> None:
    with pytest.raises(KitError, match=words):
        paste_block(table(tmp_path, "goats.yaml", YAML), [0], ["name", "fat"], block)
