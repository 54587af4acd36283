"""What is printed around pieces: crop marks, tile marks, captions, bleed, version marks."""
