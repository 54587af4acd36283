"""Whether a kit can be read: type size, contrast, colour vision, pieces that look alike."""
