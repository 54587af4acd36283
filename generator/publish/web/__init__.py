"""Site of a kit: static pages that work on any web host and from a local disk."""
