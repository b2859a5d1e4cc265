"""Files are looked at in the order of their paths: what is found first may use up what is allowed to all."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

import pytest

from dsl.diagnostics import Diagnostic
from tests.shipped import ROOT
from tools.workspace.groups import ruleset_family
from tools.workspace.groups.check_group import CheckGroup
from tools.workspace.units.unit_texts import DeclarationSlot, UnitFile
from tools.workspace.workspace import Workspace


def test_findings_are_located_in_the_order_of_paths(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    seen: dict[int, list[str]] = {}
    real = ruleset_family.base_of

    def base_of(
        group: CheckGroup, file: UnitFile, shared: Mapping[DeclarationSlot, list[Diagnostic]]
    ) -> list[Diagnostic]:
        seen.setdefault(id(group), []).append(file.path)
        return real(group, file, shared)

    monkeypatch.setattr(ruleset_family, "base_of", base_of)
    Workspace([str(ROOT / "rulesets/gekido")], jobs=1, base=str(tmp_path)).check()
    (paths,) = [many for many in seen.values() if len(many) > 8]
    assert paths == sorted(paths)
