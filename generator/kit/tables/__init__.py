"""Data tables: fields and their types, and the loader that makes records of rows."""
