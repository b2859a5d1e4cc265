"""Packs, manifests and versions as values, read from YAML with positions.

The entry points are `manifest` and `pack`.
"""
