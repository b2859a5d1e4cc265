"""A game whose balance is known: each player takes a charm and rolls a die; the higher sum wins, equal sums draw."""

from __future__ import annotations

from pathlib import Path

RULESET = """\
id: dicing
name: Dicing
version: 1.0.0
language: "^1.0"
authors: [Ann]
licence: CC0-1.0
source: made up for these tests
"""

RULES = """\
ruleset dicing "Dicing" { players 2, triggers active_first, start Match }

die D6 { 1..6 }

kind Charm { luck: 0..9 }

extend Player {
  zone hand of Charm
  keeps total: 0.. = 0
}

define ahead(p: Player): yes or no = all(others(p), total < p.total)

flow Match {
  for each p in players {
    choose one of supply(Charm) by p as charm
    take 1 of charm into p.hand
  }
  for each p in players {
    roll D6 as face
    p.total = face.value + sum(p.hand, luck)
  }
  win players where ahead(that)
}
"""

PACK = """\
id: charms
name: Charms
version: 1.0.0
language: "^1.0"
authors: [Ann]
licence: CC0-1.0
source: made up for these tests
ruleset: { id: dicing, version: "^1.0" }
"""

CARDS = """\
Charm Clover { luck 1 }

Charm Horseshoe { luck 1 }

Charm Feather { luck 1 }
"""


def dicing(folder: Path) -> Path:
    """A project with the game and its pack."""
    for path, text in {
        "rulesets/dicing/ruleset.yaml": RULESET,
        "rulesets/dicing/rules.bot": RULES,
        "content/charms/pack.yaml": PACK,
        "content/charms/cards.bot": CARDS,
    }.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    return folder
