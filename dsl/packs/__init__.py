"""Packs, manifests and versions as values, read from YAML with places.

The entry points are `manifest` and `pack`.
"""
