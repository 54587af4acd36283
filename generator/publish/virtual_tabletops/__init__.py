"""Virtual tabletops: a kit as the files that a program for playing on screen reads."""
