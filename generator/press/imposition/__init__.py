"""Imposition: pieces on sheets, with their backs, folds and tiles."""
