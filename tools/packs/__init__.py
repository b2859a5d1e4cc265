"""Packs as single files: build, verify, compare."""

from tools.packs.commands import build_pack, diff_packs, verify_pack
from tools.packs.load import load_pack

__all__ = ["build_pack", "diff_packs", "load_pack", "verify_pack"]
