"""Passes over emitted functions, between their text and their code."""
