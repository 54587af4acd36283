"""Many games as an experiment: kept in a file, played on several machines, measured and reported."""
