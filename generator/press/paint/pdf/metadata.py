"""PDF metadata: XMP, page labels, viewer preferences and the structure tree of a painted file."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict
from html import escape

from generator.press.paint.pdf.document import Document, DocumentInfo
from generator.press.paint.pdf.file import array, dictionary, reference, text_string
from generator.press.paint.pdf.tags import StructureTree

_XMP = """<?xpacket begin="\N{ZERO WIDTH NO-BREAK SPACE}" id="W5M0MpCehiHzreSzNTczkc9d"?>
<x:xmpmeta xmlns:x="adobe:ns:meta/">
<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">
<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/"
 xmlns:pdf="http://ns.adobe.com/pdf/1.3/" xmlns:xmp="http://ns.adobe.com/xap/1.0/">
<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{title}</rdf:li></rdf:Alt></dc:title>
<dc:creator><rdf:Seq><rdf:li>{author}</rdf:li></rdf:Seq></dc:creator>
<dc:description><rdf:Alt><rdf:li xml:lang="x-default">{subject}</rdf:li></rdf:Alt></dc:description>
<dc:language><rdf:Bag><rdf:li>{language}</rdf:li></rdf:Bag></dc:language>
<xmp:CreatorTool>{creator}</xmp:CreatorTool>
<pdf:Producer>{creator}</pdf:Producer>
</rdf:Description>
</rdf:RDF>
</x:xmpmeta>
<?xpacket end="w"?>"""


def add_metadata(
    document: Document, names: Sequence[str], structure: StructureTree, info: DocumentInfo
) -> None:
    """Add what makes a file searchable and readable aloud; `names` are the page labels.

    The XMP metadata repeats the file's information dictionary.
    """
    labels = (f"{index} {dictionary({'P': text_string(name)})}" for index, name in enumerate(names))
    texts = {name: escape(text, quote=False) for name, text in asdict(info).items()}
    packet = _XMP.format_map(texts)
    stream = {"Type": "/Metadata", "Subtype": "/XML"}
    document.catalog |= {
        "PageLabels": dictionary({"Nums": array(labels)}),
        "ViewerPreferences": dictionary({"DisplayDocTitle": "true"}),
        "Metadata": reference(document.file.add_stream(stream, packet.encode(), plain=True)),
    }
    if structure:
        structure.write(document)
