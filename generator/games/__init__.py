"""The games that come with Grimoire: the rules of each, in a package named like its kit."""
