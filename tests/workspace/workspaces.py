"""A small game with packs on the disk, and many ways in which somebody may change it."""

from __future__ import annotations

import random
import re
from collections.abc import Sequence
from pathlib import Path

from tests.pack_makers import PACK, RULESET, make_folder, yaml
from tools.workspace.result import CheckResult

RULES = """\
ruleset sparring "Sparring" { players 2, triggers active_first, start Match }

die D6 { 1..6 }

kind Ability {
  damage: ladder
  range: 1..9 = 1
}

kind Basic is Ability { }

kind Bot {
  hp: 1..30
  stat speed: 0..9 = 3
  keeps hurt: 0.. = 0
  stat health = it.hp - it.hurt
  children abilities of Ability holds 1..4
  script plan by 1..6
}

extend Player {
  keeps bot: Bot? = none
}

define alive(bot: Bot) = bot.health > 0

effect damage target: Bot by amount: 0.. from source says "{source} deals {amount} damage to {target}" {
  target.hurt += amount
}

effect hit target: Bot with ability: Ability by attacker: Bot {
  damage target by step(ability.damage, 1) from attacker
}

keyword Push(n: 1.. = 1) "Push {n}" on Ability {
  after hit with it if alive(target) { damage target by n from attacker }
}

flow Match {
  repeat {
    for each p in players {
      phase turn by p {
        roll D6 as face
        if me.bot is not none { run me.bot.plan at face }
      }
    }
  }
}

goal last_standing = players where bot is none or alive(bot)
"""

SCENE = """\
scenario "a whip hurts" {
  seats Ann, Ben
  given Rusty for Ann
  do damage Rusty by 3 from Rusty
  then Rusty.hurt is 3 and Rusty.health is 5
}
"""

NAMES = ("Aa", "Bb", "Cc", "Dd", "Rusty", "Old1", "Robto", "Bot1", "Bot7", "Bot13")


def bot(name: str, more: str = "", hp: int = 8, whom: str = "foe.bot") -> str:
    """A card without a fault."""
    return f"""\
Bot {name} {{
  hp {hp}
  Basic "Tail Whip" {{ damage 2/4/6, Push(2) }}
  plan {{ 1..3: hit {whom} with "Tail Whip" by it, 4..6: damage it by 1 from it }}
{more}}}
"""


def pack_yaml(id: str, **fields: str) -> str:
    return yaml(PACK, id=id, ruleset='{id: sparring, version: "^1.0"}', **fields)


def game(root: Path, **more: str) -> Path:
    """A ruleset with a scenario; `more` are packs by id, each with the text of its cards."""
    make_folder(
        root,
        {
            "rulesets/sparring/ruleset.yaml": yaml(RULESET, id="sparring"),
            "rulesets/sparring/rules.bot": RULES,
            "rulesets/sparring/tests/a.bot": bot("Rusty") + "\n" + SCENE,
        },
    )
    (root / ".git").mkdir(exist_ok=True)
    for id, text in more.items():
        make_folder(root / "content" / id, {"pack.yaml": pack_yaml(id), "cards.bot": text})
    return root


def told(result: CheckResult) -> list[str]:
    """`file:line code` of each finding."""
    collected = []
    for diagnostic in result.diagnostics:
        source = result.sources.get(diagnostic.place.file)
        line = source.position(diagnostic.place.start)[0] if source is not None else 0
        collected.append(f"{diagnostic.place.file}:{line} {diagnostic.code}")
    return collected


def everything(result: CheckResult) -> tuple[object, ...]:
    """All that a result says."""
    return result.diagnostics, dict(result.sources), result.files, result.declarations


# ------------------------------------------------------------------------------------------------- what people type


def some_card(chance: random.Random) -> str:
    name, other = chance.choice(NAMES), chance.choice(NAMES)
    whip = '  Basic "Whip" { damage 1 }\n'
    return chance.choice(
        (
            bot(name),
            bot(name, hp=chance.randrange(1, 9)),
            bot(name, whom=other),
            f"Bot {name} like {other} {{ hp 3 }}\n",
            f'Bot {name} "Adder" like {other} {{ after hit by it {{ extra {name} }} }}\n',
            bot(name, more=f"  after hit by it {{ extra {other} }}\n"),
            bot(name, more=f'  after damage {{ hit {other} with "Tail Whip" by it }}\n'),
            bot(name).replace("hp", "hpp"),
            bot(name).replace(f"Bot {name}", f'Bot {name} "Rusty" formerly Old{chance.randrange(3)}'),
            f"# botwright: allow BW3005 -- because\n{bot(name)}",
            f"Bto {name} {{\n  hp 8\n}}\n",
            f"Bot {name} {{\n  hp 80\n{whip}}}\n",
            f"Bot {name} {{\n  hp 8 speed\n",
            f"# a remark\n\nBot {name} {{ hp 3\n{whip}}}\n",
        )
    )


def some_scene(chance: random.Random) -> str:
    return chance.choice(
        (
            SCENE,
            SCENE.replace("Rusty", chance.choice(NAMES)),
            SCENE.replace("seats Ann", "seats Ann, Ann"),
            'scenario "nobody" {\n  seats A, B\n  then Zz.hp is 3\n}\n',
            'scenario "a part" {\n  seats A, B\n  given Aa for A\n  then "Tail Whip".range is 1\n}\n',
        )
    )


def some_rule(chance: random.Random) -> str:
    return chance.choice(
        (
            "effect extra target: Bot {\n  damage target by 1 from target\n}\n",
            "define twice(n: number) = n * 2\n",
            "keyword Slow on Bot {\n  modify speed of it by -1\n}\n",
            "keyword Aa on Bot {\n  modify speed of it by -1\n}\n",
            "effect broken {\n",
            "after damage {\n  damage target by 1 from source\n}\n",
            "extend Player {\n  keeps gold: 0.. = 0\n}\n",
            "define names_a_card = Aa.hp\n",
        )
    )


def pieces(text: str) -> list[str]:
    return [piece for piece in re.split(r"(?m)^(?=[^\s#}])", text) if piece]


def some_project(root: Path, chance: random.Random) -> None:
    """A project that is sound, or nearly so: with an error everywhere, much would never be looked at."""
    names = iter(f"Bot{number}" for number in range(99))
    cards = {}
    for id in ("one", "two", "three"):
        texts = [bot(next(names), hp=chance.randrange(1, 9)) for _ in range(6)]
        texts += [some_card(chance) for _ in range(chance.choice((0, 0, 1, 2)))]
        cards[id] = "".join(texts)
    game(root, **cards)
    (root / "rulesets" / "sparring" / "extra.bot").write_text(EXTRA)
    (root / "content" / "two" / "pack.yaml").write_text(pack_yaml("two", packs='[{id: one, version: "^1.0"}]'))


EXTRA = "effect extra target: Bot {\n  damage target by 1 from target\n}\n"


class Author:
    """Somebody who changes a project, and often changes his mind."""

    def __init__(self, root: Path, chance: random.Random) -> None:
        self.root = root
        self.chance = chance
        self.before: list[dict[Path, str]] = []

    def change(self) -> None:
        files = [*self.root.rglob("*.bot"), *self.root.rglob("*.yaml")]
        now = {file: file.read_text() for file in files}
        if self.before and self.chance.random() < 0.45:
            wanted = self.before.pop()
            for file in now.keys() - wanted.keys():
                file.unlink()
            for file, text in wanted.items():
                if now.get(file) != text:
                    file.write_text(text)
            return
        self.before.append(now)
        some_change(self.root, self.chance)


def some_change(root: Path, chance: random.Random) -> None:
    """One thing that somebody may do to a project."""
    files = sorted(root.rglob("*.bot"))
    file = chance.choice(files)
    text = file.read_text()
    parts = pieces(text)
    at = chance.randrange(len(parts) + 1)
    rules = file.name == "rules.bot"
    new = (
        some_rule(chance) if rules else chance.choice((some_card, some_card, some_card, some_scene, some_rule))(chance)
    )
    match chance.randrange(14):
        case 0 | 1 if parts and not rules:
            parts[min(at, len(parts) - 1)] = new
        case 2 | 3 if parts and not rules:
            at = min(at, len(parts) - 1)
            parts[at] = _slip(parts[at], chance)
        case 4 | 5:
            parts.insert(at, new)
        case 6 if parts and not rules:
            del parts[min(at, len(parts) - 1)]
        case 7:
            chance.shuffle(parts)
        case 8:
            parts.insert(at, "# in between\n\n")
        case 9:
            file = file.parent / f"new{chance.randrange(3)}.bot"
            parts = [some_card(chance)]
        case 10 if not rules and len(files) > 3:
            file.unlink()
            return
        case 11:
            _change_manifest(chance.choice(sorted(root.rglob("pack.yaml"))), chance)
            return
        case 12:
            parts = [text[: chance.randrange(len(text) + 1)]]
        case _:
            parts = [_slip(text, chance)]
    file.write_text("".join(parts))


def _slip(text: str, chance: random.Random) -> str:
    """A few letters more, less or others."""
    start = chance.randrange(len(text) + 1)
    end = min(len(text), start + chance.choice((0, 0, 1, 1, 4)))
    more = chance.choice(("", "", "\n", "#", "}", "{", " 3", "Aa", "extra Bot1\n", "\n\n# so\n"))
    return text[:start] + more + text[end:]


def _change_manifest(file: Path, chance: random.Random) -> None:
    text = file.read_text()
    changes: Sequence[tuple[str, str]] = (
        ("id: sparring", "id: sparing"),
        ("id: sparing", "id: sparring"),
        ("version: 1.0.0", "version: 1.0.1"),
        ("name:", "# a remark\nname:"),
        ("language:", "langage:"),
        ("langage:", "language:"),
    )
    file.write_text(text.replace(*chance.choice(changes), 1))
