"""Layout of a rulebook: blocks to fragments to pages."""
