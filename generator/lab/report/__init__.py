"""Reports: the games of a store to findings, charts, words and pages."""
