"""Runs scenarios strictly and proves that they replay, fork, save and keep secrets."""
