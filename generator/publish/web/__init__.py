"""Site of a kit: pages that any host of files serves, and that work from a disk."""
