"""Comparison of two versions of a kit, piece by piece, with pictures of both."""
