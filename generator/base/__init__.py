"""What everything else stands on: errors and their places, units, files, data formats."""
