"""All reading and writing of authors' files: folders read without trust, texts written whole or not at all."""

from tools.files.finding import Found, find_packs
from tools.files.reading import read_assets, read_folder, read_text
from tools.files.writing import write_atomic, write_text

__all__ = ["Found", "find_packs", "read_assets", "read_folder", "read_text", "write_atomic", "write_text"]
