"""Packs, manifests and versions as values, read from YAML with places.

The entry points are `manifest` (what the files may contain), `read_manifest` and `pack`.
"""
