"""PDF metadata: XMP, page labels, viewer preferences and the structure tree of a painted file."""

from __future__ import annotations

from collections.abc import Sequence
from io import BytesIO

import pikepdf

from generator.press.paint.pdf.tags import StructureTree


def add_metadata(
    content: bytes, names: Sequence[str], structure: StructureTree, language: str
) -> bytes:
    """Add what reportlab has no call for; `names` are the page labels.

    The XMP metadata repeats the file's information dictionary.
    """
    with pikepdf.open(BytesIO(content)) as pdf:
        labels = pikepdf.Array()
        for index, name in enumerate(names):
            labels.append(index)
            labels.append(pikepdf.Dictionary(P=pikepdf.String(name)))
        pdf.Root["/PageLabels"] = pikepdf.Dictionary(Nums=labels)
        pdf.Root["/ViewerPreferences"] = pikepdf.Dictionary(DisplayDocTitle=True)
        with pdf.open_metadata(set_pikepdf_as_editor=False, update_docinfo=False) as metadata:
            metadata["dc:title"] = str(pdf.docinfo["/Title"])
            metadata["dc:creator"] = [str(pdf.docinfo["/Author"])]
            metadata["dc:description"] = str(pdf.docinfo["/Subject"])
            metadata["dc:language"] = {language}
            metadata["xmp:CreatorTool"] = str(pdf.docinfo["/Creator"])
            metadata["pdf:Producer"] = str(pdf.docinfo["/Producer"])
        if structure:
            structure.write(pdf)
        _name_filters(pdf)
        out = BytesIO()
        pdf.save(out, object_stream_mode=pikepdf.ObjectStreamMode.generate, deterministic_id=True)
    return out.getvalue()


def _name_filters(pdf: pikepdf.Pdf) -> None:
    """Write lists of one filter as the filter: streams are then copied, not packed once more."""
    for each in pdf.objects:
        if isinstance(each, pikepdf.Stream):
            filters = each.get("/Filter")
            if isinstance(filters, pikepdf.Array) and len(filters) == 1:
                each["/Filter"] = filters[0]
