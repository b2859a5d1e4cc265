"""The packs that come with Botwright, one folder each, written in the language."""
