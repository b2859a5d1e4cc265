"""Reads and writes the files of authors: folders are read without trust, texts are written atomically."""

from tools.files.atomic_write import write_atomic, write_text
from tools.files.discover import DiscoveredPacks, find_packs
from tools.files.read_folder import read_assets, read_folder, read_text

__all__ = ["DiscoveredPacks", "find_packs", "read_assets", "read_folder", "read_text", "write_atomic", "write_text"]
