"""Tests of the labels of a nanDECK script: tables with their copies, and the bounds of what is joined."""

from __future__ import annotations

from pathlib import Path

from generator.tools.from_nandeck.arithmetic import MAX_ITEM_LETTERS
from generator.tools.from_nandeck.drawing import read_script
from tests.tools.from_nandeck.test_script import script


def test_labels_that_grow_or_stand_for_themselves_fill_no_memory(tmp_path: Path) -> None:
    words = (
        "UNIT=MM\n[x]=ab\n"
        + "[x]=JOIN([x],[x])\n" * 60
        + "TEXT=1,[x],0,0,50,10\n[y]={[y]*2}\nTEXT=1,[y]"
    )
    design, _ = read_script(script(tmp_path, words))
    assert len(str(design.decks[0].front[0].words)) == MAX_ITEM_LETTERS


def test_tables_with_their_copies_lie_side_by_side(tmp_path: Path) -> None:
    words = (
        "UNIT=MM\nLINKMULTI=times\nLINK=clans.csv\nLINKMULTI=count\nLINK=mire.csv\n"
        'TEXT="1-{(clan)}",[clan]: [name],0,0,50,10'
    )
    source = script(tmp_path, words)
    (source.parent / "clans.csv").write_text("clan,times\nMoss,3\nReed,1\n")
    (deck,) = read_script(source)[0].decks
    assert deck.front[0].words == ("Moss: Bog Witch", "Moss: Bog Witch", "Moss: Lamp", "Reed: Mire")


def test_a_number_of_copies_is_the_same_for_all_cards(tmp_path: Path) -> None:
    words = 'UNIT=MM\nLINKMULTI=3\nLINK=mire.csv\nTEXT="1-{(name)}",[name],0,0,50,10'
    (deck,) = read_script(script(tmp_path, words))[0].decks
    assert (deck.cards, deck.columns[deck.copies]) == (3, ["3", "3", "3"])
