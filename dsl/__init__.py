"""The language: text in, a checked program or diagnostics out. Never prints, never opens a file."""
