"""The list of operations is the whole list: nothing is made that is not on it, and nothing stands there unmade."""

from __future__ import annotations

import re
from pathlib import Path

from dsl.ir.operations import OPS

DSL = Path(__file__).parents[2] / "dsl"
NAMES = re.compile(r'"([a-z_]+)"')


def test_every_operation_that_the_checker_makes_is_told() -> None:
    texts = [file.read_text(encoding="utf-8") for file in DSL.rglob("*.py") if file.name != "operations.py"]
    names = {name for text in texts for name in re.findall(r'\bOp\(\s*"([a-z_]+)"', text)}
    assert names - set(OPS) == set()
    named = {name for text in texts for name in NAMES.findall(text)}
    assert set(OPS) - named == set()
