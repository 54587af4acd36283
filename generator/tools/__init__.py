"""What helps those who make a kit: watching, comparing, reference pages, scaffolds, schemas."""
