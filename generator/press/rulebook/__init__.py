"""The rulebook: Markdown to blocks, figures and lists, to pages."""
