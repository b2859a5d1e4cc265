"""`python -m tools.generate --like PACK -n 10000 OUT [--per-file 100] [--seed 1]`"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Sequence

from tools.generate import NotGenerated, generate


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser("python -m tools.generate", description="Write a large pack for measuring.")
    parser.add_argument("--like", required=True, metavar="PACK", help="the folder of the pack whose forms are copied")
    parser.add_argument("-n", "--count", type=_positive, default=10_000, help="how many forms to write")
    parser.add_argument("--per-file", type=_positive, default=100, help="how many of them in one file, at most")
    parser.add_argument("--seed", type=int, default=1, help="another number, another order")
    parser.add_argument("out", help="a new or empty folder")
    options = parser.parse_args(arguments)
    try:
        generated = generate(options.like, options.count, options.out, options.per_file, options.seed)
    except NotGenerated as why:
        print(f"error: {why}", file=sys.stderr)
        return 1
    size = f"{generated.cards:,} cards in {len(generated.files):,} files, {generated.bytes:,} bytes"
    print(f"wrote {size}, to {generated.folder}")
    return 0


def _positive(text: str) -> int:
    number = int(text)
    if number < 1:
        raise ValueError
    return number


if __name__ == "__main__":
    sys.exit(main())
