"""Packs as one file: build, verify, compare."""

from tools.packing.loading import load_pack
from tools.packing.work import build_pack, diff_packs, verify_pack

__all__ = ["build_pack", "diff_packs", "load_pack", "verify_pack"]
