"""Tests of the renderer: templates and data become scenes, each rendered once."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from lxml import etree

from generator.base.errors import KitError
from generator.base.text_files import read_text
from generator.i18n.pseudo import Pseudo
from generator.kit.load import load_kit
from generator.kit.locate import KitSearchPath
from generator.press.scene.items import Item, Paint, Scene, Use
from generator.press.scene.items import Path as Shape
from generator.press.templates import environment
from generator.press.templates.environment import Templates
from tests.press.running import BOARD, Workshop
from tests.press.scene.drawing import tidewrack
from tests.shipped import face_set


def used(scene: Scene, name: str) -> Scene:
    return next(
        item.scene for item in scene.items if isinstance(item, Use) and item.scene.name == name
    )


def test_equal_markup_gives_the_same_scene() -> None:
    pieces = [piece for part in tidewrack().parts() for piece in part.pieces]
    finds = [piece for piece in pieces if piece.component == "find"]
    assert len({piece.front for piece in finds}) == 11
    assert len({piece.back for piece in finds}) == 1


def test_a_template_with_equal_arguments_gives_the_same_scene() -> None:
    faces = tidewrack()
    whelk, cowrie, plank = (
        faces.face("find", name, "front") for name in ("whelk", "cowrie", "plank")
    )
    assert used(whelk, "frame.xml") is used(cowrie, "frame.xml")
    assert used(whelk, "frame.xml") is not used(plank, "frame.xml")


def test_a_face_requested_by_name_is_the_printed_one() -> None:
    faces = tidewrack()
    counters = next(part for part in faces.parts() if part.name == "counters")
    assert faces.face("counter", "gull", "back") is counters.pieces[1].back
    assert faces.face("shore", None, "front") is faces.parts()[0].pieces[0].front


@pytest.mark.parametrize(
    ("name", "says"),
    [
        (("shor", None, "front"), 'there is no component "shor"; did you mean "shore"?'),
        (("find", "welk", "front"), 'component "find" has no piece "welk"; did you mean "whelk"?'),
        (("shore", None, "back"), 'component "shore" has no back'),
    ],
)
def test_an_unknown_face_is_reported(name: tuple[str, str | None, str], says: str) -> None:
    with pytest.raises(KitError, match=says.replace("?", r"\?")):
        tidewrack().face(*name)


def fills(items: tuple[Item, ...]) -> set[Paint]:
    found = {item.fill for item in items if isinstance(item, Shape) and item.fill}
    for item in items:
        inner = item.scene.items if isinstance(item, Use) else getattr(item, "items", ())
        found |= fills(inner)
    return found


def test_low_ink_uses_the_low_colours() -> None:
    full, low = (
        fills(tidewrack(ink).face("shore", None, "front").items) for ink in ("full", "low")
    )
    assert {"#cfe8ef", "#5aa9bf"} <= full
    assert "#ffffff" in low
    assert not low & {"#cfe8ef", "#5aa9bf", "#f0dfb8", "#a9c77d"}


def test_a_kits_own_templates_come_before_shared_ones(tmp_path: Path) -> None:
    for folder, text in (("own", "mine"), ("shared", "theirs")):
        (tmp_path / folder).mkdir()
        (tmp_path / folder / "a.xml").write_text(text)
    (tmp_path / "shared" / "b.xml").write_text("{% include 'a.xml' %}")
    templates = Templates([tmp_path / "own", tmp_path / "shared"])
    assert templates.render("b.xml", {}) == "mine"


def test_values_are_escaped_only_for_markup(tmp_path: Path) -> None:
    (tmp_path / "a.xml").write_text("{{ x }}")
    values = {"x": "<b> & \"c\" 'd'"}
    assert (
        Templates([tmp_path]).render("a.xml", values) == "&lt;b&gt; &amp; &#34;c&#34; &#39;d&#39;"
    )
    assert Templates([tmp_path], markup=False).render("a.xml", values) == values["x"]


@pytest.mark.parametrize(
    ("source", "words"),
    [
        ("[two]{#ff0000 underline} cards {# note #}", "[two]{#ff0000 underline} cards "),
        ("[a]{#f00} {{ '[b]{#0f08}' }}{% if 1 %}[c]{#f00}{% endif %}",
         "[a]{#f00} [b]{#0f08}[c]{#f00}"),
        ("a{#add a face #}b{#bad#}c{#fade\n} #}d", "abcd"),
    ],
)  # fmt: skip
def test_a_colour_in_an_inline_style_is_not_a_comment(
    tmp_path: Path, source: str, words: str
) -> None:
    (tmp_path / "a.xml").write_text(f"<t>{source}</t>", encoding="utf-8")
    markup = Templates([tmp_path]).render("a.xml", {})
    (text,) = etree.fromstring(markup).iter("t")
    assert text.text == words


def test_the_plain_filter_escapes_marks(tmp_path: Path) -> None:
    (tmp_path / "a.md").write_text("{{ x | plain }}")
    assert (
        Templates([tmp_path]).render("a.md", {"x": r"*a* _b_ :c: \d"}) == r"\*a\* \_b\_ \:c\: \\d"
    )


def test_an_error_in_a_macro_is_reported_at_the_macros_line(tmp_path: Path) -> None:
    workshop = Workshop(tmp_path)
    workshop.write(
        "templates/tidewrack/macros.xml", "{% macro m(x) %}\n{{ x.nothing }}\n{% endmacro %}"
    )
    board = '{% from "macros.xml" import m %}<board width="9" height="9">{{ m(tables) }}</board>'
    workshop.write(BOARD, board)
    assert workshop.build().err.startswith("templates/tidewrack/macros.xml:2: The shore: ")
    workshop.write("templates/tidewrack/macros.xml", "{% macro m(x) %}\n<rct/>\n{% endmacro %}")
    assert workshop.build().err.startswith("templates/tidewrack/macros.xml:2: <rct>: ")


def test_numbers_have_the_decimal_mark_of_the_language(tmp_path: Path) -> None:
    (tmp_path / "length.xml").write_text("{{ 1.5 | figure }}, {{ 2.0 | figure }}", encoding="utf-8")
    assert Templates([tmp_path]).render("length.xml", {}) == "1.5, 2"
    assert Templates([tmp_path], words=Pseudo()).render("length.xml", {}) == "1,5, 2"


def test_a_template_that_all_cards_name_is_read_once_before_processes_start(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "card.xml").write_text('{% include "frame.xml" %}', encoding="utf-8")
    (tmp_path / "frame.xml").write_text("<rect/>", encoding="utf-8")
    read: list[str] = []

    def noting(path: Path, *rest: str) -> str:
        read.append(path.name)
        return read_text(path, *rest)

    monkeypatch.setattr(environment, "read_text", noting)
    Templates([tmp_path]).compile(["card.xml"] * 99)
    # each once to compile it, and once to see which templates it names
    assert read == ["card.xml", "card.xml", "frame.xml", "frame.xml"]


BACK = """<card size="poker">{% for one in range(9) %}<rect fill="sea"/>{% endfor %}
<text inset="5mm" color="ink">{{ tables.finds["whelk"].name }}</text></card>"""


@pytest.mark.parametrize(
    ("text", "times"),
    [(BACK, 1), (BACK.replace("range(9)", "range(row.worth)"), 11)],
    ids=["all alike", "each of its own"],
)
def test_a_template_that_does_not_depend_on_its_row_is_rendered_once(
    text: str, times: int, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    workshop = Workshop(tmp_path)
    workshop.write("templates/tidewrack/find-back.xml", text)
    ran: list[str] = []
    render = Templates.render

    def counted(self: Templates, name: str, *rest: Any) -> str:
        ran.append(name)
        return render(self, name, *rest)

    monkeypatch.setattr(Templates, "render", counted)
    roots = KitSearchPath(workshop.path("data"), workshop.path("templates"))
    pieces = [
        each for part in face_set(load_kit(roots.find("tidewrack"))).parts() for each in part.pieces
    ]
    assert len([piece for piece in pieces if piece.component == "find"]) == 11
    assert ran.count("find-back.xml") == times
