"""JSON Schema and reference pages, made from the models that read the data."""
