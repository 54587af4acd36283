"""Foundation: errors and their places, units, files, data formats."""
