"""Tests of named boxes: sets of attributes that extend and move one another."""

from __future__ import annotations

from pathlib import Path

import pytest

from generator.base.errors import KitError
from generator.base.load_document import load_yaml
from generator.press.markup.named_boxes import read_boxes
from generator.press.markup.parser import MarkupParser
from tests.press.scene.drawing import drawn


def boxes(tmp_path: Path, *texts: str) -> dict[str, dict[str, str]]:
    documents = []
    for number, text in enumerate(texts):
        file = tmp_path / f"boxes{number}.yaml"
        file.write_text(text, encoding="utf-8")
        documents.append(load_yaml(file, "boxes.yaml"))
    return {name: dict(box) for name, box in read_boxes(documents).items()}


def test_a_box_inherits_unstated_attributes(tmp_path: Path) -> None:
    read = boxes(tmp_path, "c: {extends: b, x: 9}\na: {x: 1, font: title}\nb: {extends: a, y: 2}")
    assert read == {
        "c": {"x": "9", "font": "title", "y": "2"},
        "a": {"x": "1", "font": "title"},
        "b": {"x": "1", "font": "title", "y": "2"},
    }


def test_a_length_can_be_relative_to_that_of_the_extended_box(tmp_path: Path) -> None:
    read = boxes(tmp_path, "a: {y: 1in, x: 20%}\nb: {extends: a, y: += 9mm, x: -= 5%}")
    assert read["b"] == {"y": "34.400000mm", "x": "15.000000%"}


def test_a_later_file_replaces_a_box(tmp_path: Path) -> None:
    read = boxes(tmp_path, "a: {x: 1}\nb: {extends: a}", "a: {x: 2}")
    assert read == {"a": {"x": "2"}, "b": {"x": "2"}}


@pytest.mark.parametrize(
    ("text", "says"),
    [
        ("- a", "boxes.yaml:1: boxes must be written as name: {attribute: value}"),
        ("a: 5", 'boxes.yaml:1: box "a": a box must be written as {attribute: value}'),
        ("a: {}\nb: {extends: c}", 'boxes.yaml:2: box "b": extends "c", which is not a box'),
        ("a: {extends: b}\nb: {extends: a}", "boxes extend each other in a circle"),
        ("a: {x: yes please}\nb: {extends: a, x: += 1}", '"yes please" is not a length'),
        ("a: {}\nb: {extends: a, x: += 1}", "the box it extends has no x"),
        ("a: {x: 5%}\nb: {extends: a, x: += 1}", "a percentage and a length cannot be added"),
        ("a: {x: [1]}", 'boxes.yaml:1: box "a": x is neither text nor a number'),
        ("a: {bold: true}", "bold is neither text nor a number"),
    ],
)
def test_an_invalid_box_is_reported_with_its_line(text: str, says: str, tmp_path: Path) -> None:
    with pytest.raises(KitError) as caught:
        boxes(tmp_path, text)
    assert says in str(caught.value)


def test_all_invalid_boxes_are_reported_together(tmp_path: Path) -> None:
    with pytest.raises(KitError) as caught:
        boxes(tmp_path, "a: 1\nb: {extends: x}\nc: {extends: y}")
    assert len(caught.value.faults) == 3


def test_an_element_overrides_its_box() -> None:
    named = {"corner": {"x": "10pt", "width": "20pt", "height": "5pt", "fill": "#ff0000"}}
    assert drawn('<rect box="corner" x="50pt"/>', named) == [
        "path M 50 0 L 70 0 L 70 5 L 50 5 Z fill #ff0000"
    ]


def test_a_fault_in_a_box_is_told_where_the_box_is_written(tmp_path: Path) -> None:
    file = tmp_path / "boxes.yaml"
    file.write_text("a:\n  width: 5px\n  hieght: 3mm\n")
    parser = MarkupParser(read_boxes([load_yaml(file, "boxes.yaml")]))
    with pytest.raises(KitError) as caught:
        parser.parse('<card width="9mm" height="9mm"><rect box="a" height="3mm"/></card>', "a.xml")
    lines = [str(fault) for fault in caught.value.faults]
    assert lines[0].startswith('boxes.yaml:3: <rect box="a" height="3mm"> in a.xml: <rect> has no')
    assert lines[1].startswith('boxes.yaml:2: <rect box="a" height="3mm"> in a.xml: width: "5px"')
