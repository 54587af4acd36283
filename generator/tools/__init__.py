"""Tools for kit authors: watch mode, comparison, reference pages, scaffolds, importers, schemas."""
