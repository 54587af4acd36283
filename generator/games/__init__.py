"""The games that come with Grimoire: the rules of each, in a package called like its kit."""
