"""The physical pieces of a kit: faces, sizes, copies, generated maps, large print."""
