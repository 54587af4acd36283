"""The press: pieces of a kit drawn, laid out, imposed, painted and proved."""
