"""The PDF painter."""
