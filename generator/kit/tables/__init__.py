"""Data tables: fields and their types, and the loader that turns rows into records."""
