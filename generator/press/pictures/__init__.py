"""Pictures of a kit: proved when they are read, in sRGB and upright and no finer than they are used."""
