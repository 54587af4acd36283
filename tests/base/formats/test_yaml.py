"""Tests of the YAML reader: plain values with their lines, clear faults, and limits on hostile files."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from generator.base.errors import KitError, Place
from generator.base.formats.yaml import MAX_DEPTH, PARSERS, dump_yaml, parse_yaml
from generator.base.load_document import load_yaml
from tests.kit.making import GAME, error_lines

HERD = """\
# The herd
- id: nan
  fat: 4
  tags: [old,
         grey]

- id: bo
  fat: &weight 3
  kid: {fat: *weight}
"""


def test_values_are_plain() -> None:
    document = parse_yaml(HERD, "herd.yaml")
    assert document.data == [
        {"id": "nan", "fat": 4, "tags": ["old", "grey"]},
        {"id": "bo", "fat": 3, "kid": {"fat": 3}},
    ]


@pytest.mark.parametrize(
    ("path", "line"),
    [
        ((), 2),
        ((0,), 2),
        ((0, "fat"), 3),
        ((0, "tags", 1), 5),
        ((1,), 7),
        ((1, "kid", "fat"), 9),
        ((1, "wool"), 7),
        ((1, "kid", "wool", 3), 9),
        ((8,), 2),
    ],
)
def test_every_value_has_a_line_and_a_missing_one_that_of_its_parent(
    path: tuple[str | int, ...], line: int
) -> None:
    assert parse_yaml(HERD, "herd.yaml").place(*path) == Place("herd.yaml", line)


@pytest.mark.parametrize(
    ("word", "value"),
    [
        ("12", 12),
        ("-007", -7),
        ("0x1f", 31),
        ("0o17", 15),
        ("1.50", 1.5),
        (".5", 0.5),
        ("1e3", 1000.0),
        ("-.inf", float("-inf")),
        ("true", True),
        ("False", False),
        ("~", None),
        ("null", None),
        ("", None),
        ("no", "no"),
        ("on", "on"),
        ("12:30", "12:30"),
        ("1_000", "1_000"),
        ("2026-01-01", "2026-01-01"),
        ("'12'", "12"),
        ('"true"', "true"),
        ("|-\n  two\n  lines", "two\nlines"),
        (">-\n  one\n  line", "one line"),
        ('"caf\\u00e9"', "café"),
    ],
)
def test_words_are_interpreted_as_in_yaml_1_2(word: str, value: object) -> None:
    found = parse_yaml(f"a: {word}\n", "a.yaml").data["a"]
    assert (found, type(found)) == (value, type(value))


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("", "a.yaml: is empty (file-empty)"),
        ("# only a comment\n", "a.yaml: is empty (file-empty)"),
        ("---\n", "a.yaml: is empty (file-empty)"),
        (
            "- id: a\n  n: 1\n  id: b\n",
            'a.yaml:3: "id" appears twice; first on line 1; if another record begins here, write '
            '"- " before it (duplicate-key)',
        ),
        ("a: 1\nb: 2\na: 3\n", 'a.yaml:3: "a" appears twice; first on line 1 (duplicate-key)'),
        (
            "a:\n\tb: 1\n",
            "a.yaml:2: a tab is used where spaces are needed; indent with spaces only (yaml-syntax)",
        ),
        (
            "a: 1\nb\n",
            'a.yaml:2: this line has no colon; write "name: value", or "- value" in a list (yaml-syntax)',
        ),
        (
            "a: 1\nage:8\n",
            'a.yaml:2: a space is missing after the colon; write "age: 8" (yaml-syntax)',
        ),
        (
            "a: 'open\nb: 1\n",
            "a.yaml:1: a quote is opened but never closed; "
            "close it, or double a quote that is part of the text (yaml-syntax)",
        ),
        (
            "a: 1\nb: [1, 2\nc: 3\n",
            'a.yaml:2: a list that starts with "[" is not closed, or lacks a comma; '
            'write it as "[one, two, three]" (yaml-syntax)',
        ),
        *(
            (
                f"a: 1\nb: {sign}open\nc: 2\nd: {sign}closed{sign}",
                "a.yaml:2: a quote is not closed before line 4; "
                "close it, or double a quote that is part of the text (yaml-syntax)",
            )
            for sign in "\"'"
        ),
        (
            "a: @x",
            'a.yaml:1: text cannot begin with "@"; put the whole text in quotes (yaml-syntax)',
        ),
        (
            "a: 'it's'",
            "a.yaml:1: there is text after the end of a value; "
            "double a quote that is part of quoted text, or use the other kind of quotes around it "
            "(yaml-syntax)",
        ),
        (
            'a: "\\q"',
            'a.yaml:1: in double quotes, "\\q" has no meaning; '
            'write "\\\\" for a backslash, or use single quotes (yaml-syntax)',
        ),
        (
            "a: 1\n- b\n",
            'a.yaml:2: list items and "name: value" lines are mixed; '
            'start every item of a list with "- ", and no other line (yaml-syntax)',
        ),
        (
            "a:\n    b: 1\n  c: 2\n",
            "a.yaml:3: the indentation does not match the lines above; "
            "start this line in the same column as its neighbours (yaml-syntax)",
        ),
        (
            "a: }",
            'a.yaml:1: a "}" has no opening bracket; '
            "delete it, or put the whole text in quotes (yaml-syntax)",
        ),
        (
            "a: 1\n---\nb: 2\n",
            'a.yaml:2: "---" starts a second document; keep one document per file (yaml-syntax)',
        ),
        (
            "a: !!python/object/apply:os.system [ls]",
            'a.yaml:1: the tag "!!python/object/apply:os.system" is not allowed; leave it out (yaml-syntax)',
        ),
        (
            "a: &q {b: 1}\nc:\n  <<: *q",
            'a.yaml:3: the merge key "<<" is not supported; write out the lines that it stands for'
            " (yaml-syntax)",
        ),
        ("1: a", 'a.yaml:1: the key "1" is not text; put it in quotes (yaml-syntax)'),
        (
            "[a]: b",
            "a.yaml:1: a list or mapping cannot be a key; put the key in quotes (yaml-syntax)",
        ),
        (
            "a: *b",
            'a.yaml:1: "*b" refers to nothing; put text in quotes, or mark a value with "&b" (yaml-syntax)',
        ),
        ("a: &a\n  b: *a\n", 'a.yaml:2: "*a" is inside the value that it refers to (yaml-syntax)'),
        (
            'a: "\\0"',
            "a.yaml:1: an escape sequence stands for an invisible character (yaml-syntax)",
        ),
        (
            "a: |x\n",
            'a.yaml:1: text cannot follow "|" or ">" on the same line; '
            "put the whole text in quotes, or start it on the next line (yaml-syntax)",
        ),
        ("a: " + "9" * 400, "a.yaml:1: a number has more than 300 digits (file-too-large)"),
        (
            "\n" + "[" * 1000,
            f"a.yaml:2: values are nested more than {MAX_DEPTH} levels deep (file-too-large)",
        ),
    ],
)
@pytest.mark.parametrize("parser", PARSERS)
def test_syntax_errors_are_reported_in_plain_words_with_their_line(
    text: str, line: str, parser: type
) -> None:
    assert error_lines(lambda: parse_yaml(text, "a.yaml", parser)) == [line]


@pytest.mark.parametrize("escape", ["\\UFFFFFFFF", "\\uD800", "\\x4"])
def test_an_invalid_escape_is_reported_with_its_line(escape: str) -> None:
    assert error_lines(lambda: parse_yaml(f'a: "{escape}"', "a.yaml")) == [
        "a.yaml:1: an escape sequence is not valid; "
        'look for "\\x", "\\u" or "\\U" in double quotes (yaml-syntax)'
    ]


def test_an_invalid_escape_is_reported_without_libyaml() -> None:
    pure = PARSERS[-1]
    assert error_lines(lambda: parse_yaml('a: "\\UFFFFFFFF"', "a.yaml", pure)) == [
        "a.yaml: contains a character or an escape sequence that YAML does not allow; "
        'look for "\\U" in double quotes (yaml-syntax)'
    ]
    assert error_lines(lambda: parse_yaml('a: "\\uD800"', "a.yaml", pure)) == [
        "a.yaml:1: an escape sequence stands for an invisible character (yaml-syntax)"
    ]


@pytest.mark.parametrize("parser", PARSERS)
def test_both_parsers_give_the_same_values_and_lines(parser: type) -> None:
    text = HERD + "  wide: {é: ö, 'ü': 'ß'}\n  color: #123\n  note: |\n    a\n\n    b\n"
    assert parse_yaml(text, "a.yaml").data[1]["wide"] == {"é": "ö", "ü": "ß"}
    assert parse_yaml(text, "a.yaml", parser) == parse_yaml(text, "a.yaml")
    assert parse_yaml(GAME, "a.yaml", parser) == parse_yaml(GAME, "a.yaml")


@pytest.mark.parametrize("parser", PARSERS)
@pytest.mark.parametrize("nested", ["[" * 100_000, "{a: " * 20_000, "- " * 100_000])
def test_endless_nesting_is_refused_at_once(nested: str, parser: type) -> None:
    [line] = error_lines(lambda: parse_yaml(nested, "a.yaml", parser))
    assert line == f"a.yaml:1: values are nested more than {MAX_DEPTH} levels deep (file-too-large)"


def test_text_with_a_colon_gets_the_hint_to_quote_it() -> None:
    [line] = error_lines(lambda: parse_yaml("id: a\nname: Nan: the old\n", "a.yaml"))
    assert line.startswith("a.yaml:2: a colon is not allowed here; put text")


def test_an_alias_bomb_is_refused() -> None:
    bomb = "a: &a [x,x,x,x,x,x,x,x,x,x]\n"
    for here, before in zip("bcdefghi", "abcdefgh", strict=True):
        bomb += f"{here}: &{here} [{','.join([f'*{before}'] * 10)}]\n"
    assert error_lines(lambda: parse_yaml(bomb, "bomb.yaml")) == [
        "bomb.yaml:5: contains more than 100,000 values, with aliases expanded (file-too-large)"
    ]


def test_many_empty_values_in_one_line_take_linear_time() -> None:
    keys = ",".join(f"a{number}" for number in range(40_000))
    assert (
        len(parse_yaml(f"{{{keys}}}", "a.yaml").data) == 40_000
    )  # would take minutes if the time were quadratic


def test_many_directives_are_refused() -> None:
    tags = "".join(f"%TAG !a{number}! x\n" for number in range(200))
    assert error_lines(lambda: parse_yaml(f"{tags}--- a\n", "a.yaml")) == [
        'a.yaml: has too many lines that begin with "%TAG" (file-too-large)'
    ]


def test_a_file_is_named_as_its_user_knows_it(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "a.yaml").write_text("a: 1", encoding="utf-8")
    assert load_yaml(tmp_path / "a.yaml").place("a") == Place("a.yaml", 1)
    assert load_yaml(tmp_path / "a.yaml", "kit/a.yaml").place("a") == Place("kit/a.yaml", 1)


@given(
    st.lists(
        st.tuples(
            st.integers(0, len(GAME) - 1),
            st.text("[]{}:,-?&*!|>'\"%@`#~\n\t \\<=a1", min_size=1, max_size=3),
        ),
        min_size=1,
        max_size=4,
    )
)
def test_a_damaged_file_gives_values_or_a_fault_and_nothing_else(
    changes: list[tuple[int, str]],
) -> None:
    text = GAME
    for place, put in changes:
        text = text[:place] + put + text[place + len(put) :]
    with suppress(KitError):
        assert parse_yaml(text, "game.yaml").data is not None


def test_an_unquoted_colour_read_as_a_comment_is_kept_with_the_empty_value() -> None:
    text = "a: #123456\nb: # see #5\nc: 1 #2\nd:\n- #fff # note\ne: '#eee'\n"
    marks = parse_yaml(text, "f.yaml").lines
    assert [marks.at(key).lost for key in "abcde"] == ["#123456", "", "", "", ""]
    assert marks.at("d", 0).lost == "#fff"


def test_a_changed_file_is_read_again_with_new_lines(tmp_path: Path) -> None:
    path = tmp_path / "a.yaml"
    path.write_text("x: 1\ny: 2\n")
    first = load_yaml(path)
    assert load_yaml(path) is first  # unchanged text is not parsed again
    path.write_text("\ny: 2\nx: 3\n")
    assert load_yaml(path).data == {"y": 2, "x": 3}
    assert str(load_yaml(path, "b.yaml").place("x")) == "b.yaml:3"


@given(
    st.recursive(
        st.none()
        | st.booleans()
        | st.integers()
        | st.floats(allow_nan=False)
        | st.text("abnoeytruf0159x.:-#'\"[]{}, ~é", max_size=6),
        lambda inner: (
            st.lists(inner, max_size=3)
            | st.dictionaries(st.text("abn01:", min_size=1, max_size=3), inner, max_size=3)
        ),
        max_leaves=8,
    ),
    st.booleans(),
)
def test_written_values_are_read_back_unchanged(value: object, flow_leaves: bool) -> None:
    text = dump_yaml({"a": value, "b": "12"}, flow_leaves=flow_leaves)
    assert parse_yaml(text, "a.yaml").data == {"a": value, "b": "12"}
