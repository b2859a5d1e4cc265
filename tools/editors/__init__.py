"""Editors: what an author wants to know about a text while it is typed, and a language server that tells it.

`project` holds the open texts and the last whole check, `answers` has a pure function for each question of an editor,
and `server` translates both into the Language Server Protocol. Only `server` needs the libraries of the extra `lsp`.
"""
