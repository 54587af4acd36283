"""Grammar of decks and spreadsheets: rows of CSV, the parts of a workbook, and its archive."""

from __future__ import annotations

import io
import zipfile

from hypothesis import strategies as st

from tests.fuzz.grammar.binary import any_bytes
from tests.fuzz.grammar.trees import hostile, texts

_cells = st.one_of(
    st.sampled_from((
        "whelk", "1", "2", "-1", "", "0.5", "1e9", "999999999999", "1e999", "nan", "true", "shell",
        "art/oar.jpg", "Worth *1*", "_a", ":wave:", "*" * 50, ":nosuch:", "{{ row }}", "<rect/>", "a\nb",
        "=1+1",
        "01/02/2024",
        "art/../art/oar.jpg", "../../../etc/passwd", "/dev/zero", "x" * 300, "[[walk]]", "a|b", "a;b",
    )),
    hostile,
)  # fmt: skip


def _quoted(cell: str) -> str:
    return '"' + cell.replace('"', '""') + '"' if any(sign in cell for sign in ',"\n') else cell


@st.composite
def csv_tables(draw: st.DrawFn, text: str) -> bytes:
    """A CSV table with cells replaced and rows added, some of them too short, too long or repeated."""
    lines = text.splitlines()
    columns = len(lines[0].split(","))
    for _ in range(draw(st.integers(0, 3))):
        count = columns + draw(st.sampled_from((0, 0, 0, 0, -1, 1, 50)))
        row = [_quoted(draw(_cells)) for _ in range(max(1, count))]
        if draw(st.booleans()):
            row[0] = draw(st.sampled_from(("new", "new%d", "whelk")))
        times = draw(st.sampled_from((1, 1, 1, 300, 6000)))
        line = ",".join(row)
        at = draw(st.integers(0, len(lines)))
        lines[at:at] = [line.replace("%d", str(number)) for number in range(times)]
    table = draw(st.sampled_from(("\n", "\n", "\r\n", "\r"))).join(lines)
    if draw(st.booleans()):
        return draw(texts(table, table))
    return draw(st.sampled_from((b"", b"", b"", b"\xef\xbb\xbf", b"\xff\xfe"))) + table.encode(
        "utf-8", "surrogatepass"
    )


_XML = (
    '<row r="1048576"><c r="XFD1048576" t="inlineStr"><is><t>a</t></is></c></row>',
    '<row r="0"><c r="A0"><v>1</v></c></row>',
    '<row><c t="s"><v>99999999</v></c></row>',
    '<row><c t="e"><v>#REF!</v></c></row>',
    '<row><c t="d"><v>2024-13-45</v></c></row>',
    "<row><c><f>1/0</f><v>1e999</v></c></row>",
    '<row><c t="str"><v>\x1b[31m</v></c></row>',
    '<mergeCell ref="A1:XFD1048576"/>',
    "<row>" * 300,
    "<!DOCTYPE a [<!ENTITY b 'c'>]>",
)
_PLACES = (
    "<sheetData>",
    "</sheetData>",
    "</row>",
    "<c ",
    "</worksheet>",
    "<sst",
    "</sst>",
    "</workbook>",
)


@st.composite
def workbooks(draw: st.DrawFn, data: bytes) -> bytes:
    """A workbook with a part changed, inflated, duplicated or omitted."""
    with zipfile.ZipFile(io.BytesIO(data)) as packed:
        parts = {name: packed.read(name) for name in packed.namelist()}
    name = draw(st.sampled_from(sorted(each for each in parts if each.endswith(".xml"))))
    name = draw(st.sampled_from((name, "xl/worksheets/sheet1.xml")))
    how = draw(st.sampled_from(("text", "xml", "xml", "swell", "remove", "repeat", "bytes", "odd")))
    text = parts[name].decode()
    if how == "text":
        parts[name] = draw(texts(text, text))
    elif how == "xml":
        place = draw(st.sampled_from([each for each in _PLACES if each in text] or ["<"]))
        parts[name] = text.replace(place, draw(st.sampled_from(_XML)) + place, 1).encode()
    elif how == "swell":
        parts[name] = parts[name] + b" " * draw(st.sampled_from((10**6, 3 * 10**7, 3 * 10**8)))
    elif how == "repeat":
        row = '<row><c t="inlineStr"><is><t>a</t></is></c></row>'
        times = draw(st.sampled_from((10, 5_000, 200_000)))
        parts[name] = text.replace("</sheetData>", row * times + "</sheetData>").encode()
    elif how == "remove":
        del parts[name]
    elif how == "odd":
        parts[draw(st.sampled_from(("../../evil", "/etc/evil", "xl/" + "a" * 300)))] = b"evil"
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        for each, content in parts.items():
            packed.writestr(each, content)
    return draw(any_bytes(buffer.getvalue())) if how == "bytes" else buffer.getvalue()


_ODS = (
    '<table:table-row {}><table:table-cell {} office:value-type="{}" {}><text:p>{}</text:p>'
    "</table:table-cell></table:table-row>"
)


@st.composite
def sheets_of_text(draw: st.DrawFn) -> bytes:
    """An OpenDocument sheet whose rows and cells may claim to be repeated a million times."""
    repeats = st.sampled_from(("", "", "3", "1048576", "99999999999", "-1", "x"))
    rows = []
    for _ in range(draw(st.integers(0, 4))):
        row, cell = draw(repeats), draw(repeats)
        value = draw(
            st.sampled_from(
                ("", 'office:value="1e999"', 'office:date-value="x"', 'office:value="2"')
            )
        )
        kind = draw(st.sampled_from(("string", "float", "date", "boolean", "nosuch")))
        text = draw(_cells).replace("&", "&amp;").replace("<", "&lt;")
        rows.append(
            _ODS.format(
                f'table:number-rows-repeated="{row}"' if row else "",
                f'table:number-columns-repeated="{cell}"' if cell else "",
                kind, value, text,
            )
        )  # fmt: skip
    kind = "application/vnd.oasis.opendocument.spreadsheet"
    spaces = " ".join(
        f'xmlns:{name}="urn:oasis:names:tc:opendocument:xmlns:{name}:1.0"'
        for name in ("office", "table", "text")
    )
    content = (
        f"<office:document-content {spaces}><office:body><office:spreadsheet><table:table "
        f'table:name="a">{"".join(rows)}</table:table></office:spreadsheet></office:body>'
        "</office:document-content>"
    )
    manifest = '<m:manifest xmlns:m="urn:oasis:names:tc:opendocument:xmlns:manifest:1.0"/>'
    buffer = io.BytesIO()
    with zipfile.ZipFile(buffer, "w", zipfile.ZIP_DEFLATED) as packed:
        packed.writestr("mimetype", kind)
        packed.writestr("META-INF/manifest.xml", manifest)
        packed.writestr("content.xml", content.encode("utf-8", "surrogatepass"))
    return buffer.getvalue()
