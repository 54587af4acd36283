"""Reports: turns the games of a store into results, charts, text and pages."""
