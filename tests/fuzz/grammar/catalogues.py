"""Grammar of translation catalogues: entries, plurals, comments and escapes of a PO file."""

from __future__ import annotations

from hypothesis import strategies as st

from tests.fuzz.grammar.trees import hostile, texts

HEAD = 'msgid ""\nmsgstr ""\n"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n\n'
_FORMS = (
    "nplurals=2; plural=(n != 1);", "nplurals=999999; plural=n;", "nplurals=0; plural=0;", "nplurals=x",
    "nplurals=2; plural=n/0;", "nplurals=2; plural=" + "(" * 500 + "n" + ")" * 500 + ";",
    "nplurals=3; plural=n%10==1 ? 0 : 1 ? 2 : n;", "nplurals=2; plural=__import__('os');",
)  # fmt: skip
_messages = st.one_of(
    st.sampled_from((
        "Whelk", "Finds", "{0} draws {1}.", "{who} is in a hurry.", "Worth *1*", "a" * 60_000, "%(a)s %d",
        "{",
        "{0.__class__}", "{0!r:>999999999}", "{{ row }}", ":wave:", "*bold", "\\n\\t\\\\", "", " ", "é",
    )),
    hostile,
)  # fmt: skip


def _quoted(text: str) -> str:
    return text.replace('"', '\\"').replace("\n", "\\n")


@st.composite
def _entry(draw: st.DrawFn) -> str:
    lines = draw(st.lists(st.sampled_from((
        "#, fuzzy", "#: a.xml:3", "#. note", "#~ old", "#| x", 'msgctxt "finds.name"', 'msgid "twice"',
        'msgstr "before"', "domain x", '"loose"', "#, python-format", "msgid", "\x1b[31m",
        'msgstr[99999999] "a"',
    )), max_size=3))  # fmt: skip
    lines.append(f'msgid "{_quoted(draw(_messages))}"')
    if draw(st.integers(0, 3)):
        lines.append(f'msgstr "{_quoted(draw(_messages))}"')
    else:
        lines += [
            f'msgid_plural "{_quoted(draw(_messages))}"',
            f'msgstr[0] "{_quoted(draw(_messages))}"',
        ]
    return "\n".join(lines) + "\n\n"


@st.composite
def catalogues(draw: st.DrawFn, text: str) -> bytes:
    """A catalogue of entries of every kind, or the real one with entries inserted or text changed."""
    entries = "".join(draw(st.lists(_entry(), max_size=5)))
    entries *= draw(st.sampled_from((1, 1, 1, 1, 2, 3000)))
    head = HEAD.replace(_FORMS[0], draw(st.sampled_from(_FORMS)))
    how = draw(st.sampled_from(("own", "into", "text")))
    if how == "own":
        document = head + entries
    elif how == "into":
        translated = text.replace(
            'msgstr ""', f'msgstr "{_quoted(draw(_messages))}"', draw(st.integers(1, 40))
        )
        document = translated + "\n" + entries
    else:
        return draw(texts(text, head + entries))
    return document[:950_000].encode("utf-8", "surrogatepass")
