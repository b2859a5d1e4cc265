"""Boards as exact integer geometry; knows no match."""
