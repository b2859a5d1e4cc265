"""What the rulebooks say about cards: a card that breaks a clause does not pass the check, and the clause is quoted.

Each game gets one pack with one bad card for each clause that a kind requires, and nothing else wrong with it.
"""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from tests.architecture.tree import ROOT
from tests.pack_makers import PACK, make_folder, yaml
from tools.workspace import check_paths

PANEL = {
    "symbol": "circle",
    "training": "offensive",
    "commands": "{ two_pairs: 2/1, three_of_a_kind: 3/1, full_house: 5/2, four_of_a_kind: 7/3, five_different: 8/4, "
    "five_of_a_kind: 9/5 }",
    "bonuses": "{ 1: card, 2: [] }",
    "powers": '{ "Flip a Die": 1 }',
    "duel_bonuses": "{ 1: [] }",
    "duel_powers": '{ "Flip a Die": 1 }',
}


def bot(name: str, **fields: str) -> str:
    rows = "\n".join(f"  {field} {value}" for field, value in {**PANEL, **fields}.items())
    return f"Bot {name} house {{\n  expansion\n{rows}\n}}\n"


GEKIDO = {
    "GK-PANEL-07": bot("Gap", bonuses="{ 1: card, 3: [] }"),
    "GK-DUEL-01": bot("Late", duel_bonuses="{ 2: [] }"),
    "GK-PANEL-03": bot("Long", commands=PANEL["commands"].replace("9/5", "9/5/1")),
    "GK-CMD-08": bot("Falling", commands=PANEL["commands"].replace("5/2", "2/2")),
    "GK-POWER-17": bot("Powerless", powers="{ }"),
    "GK-DUEL-03": bot("Drawing", duel_bonuses="{ 1: card }"),
    "GK-POWER-04": "Power Early house { windows SecondMove, used { heal me.bot by 1 } }\n",
    "GK-EFFECT-10": "Power Struck_Blow house { windows Struck, used { heal me.bot by 1 } }\n",
    "GK-DECK-05": "Tech Timeless house { expansion, colour gray, windows [], copies 1, played { heal me.bot by 1 } }\n",
    "GK-DECK-02": "Tech Redder house { expansion, colour red, windows Struck, copies 1, played { heal me.bot by 1 } }\n",
    "GK-SETUP-05": "Tile Everywhere house { expansion, rings [] }\n",
    "GK-SETUP-03": "Tile Another_Center house { expansion, rings middle }\n",
    "GK-TILE-04": "Tile Slow house { expansion, windows SecondMove, used { heal me.bot by 1 } }\n",
}
MORE_GEKIDO = [
    ("GK-DUEL-03", bot("Drawing_Power", duel_powers='{ "Draw 5, Keep 2": 1 }')),
    ("GK-DUEL-01", bot("No_Duel_Power", duel_powers="{ }")),
    ("GK-SETUP-05", "Tile Middle_And_Edge house { expansion, rings [edge, middle] }\n"),
    ("GK-CMD-08", bot("Only_Five", commands=PANEL["commands"].replace(", five_of_a_kind: 9/5", ""))),
]
SECTORS = ("Head", "Arms", "Torso", "Legs")
VERSIONS = ("Flash", "Blow", "Upgrade", "Robot", "Movement")
K_EVO = (
    "Horned_Helm", "Crest_Plate", "Demon_Mask", "Twin_Blade", "Fist_Guard", "Tower_Shield", "Chest_Ram", "Spear_Rack", "Heel_Blade",
    "Crane_Wing",
)  # fmt: skip


def versions(*modules: str) -> list[str]:
    return [f"{module}_{version}" for module in modules for version in VERSIONS]


def deck(name: str, cards: list[str], more: str = "", robot: str = "K_Evo", energy: str = "") -> str:
    rows = ", ".join(f"{card}: 1" for card in cards)
    given = energy or ", ".join(f"K_Evo_{sector}" for sector in SECTORS)
    return f"ExpertDeck {name} house {{ robot {robot}, energy [{given}]\n  cards {{ {rows}{more} }}\n}}\n"


ROBOTBLOW = {
    "RB-DECK-09": "Robot Halfling house { halves [K_Evo] }\n",
    "RB-MODULE-05": 'Weapon Axe_One "Axe" house { set K_Evo, part arms, technic Disarm }\n'
    'Weapon Axe_Two "Axe" house { set K_Evo, part arms, technic Armor_Breach }\n',
    "RB-TECH-05": "Weapon Borrower house { set K_Evo, part arms, technic Mind_Fog }\n"
    "Technic Stray house { type flash, cost 1 AP, played { draw 1 by me } }\n",
    "RB-SKILL-05": "Weapon Padded house { set K_Evo, part arms, Tempered, technic Disarm }\n"
    "Armor Barbed house { set K_Evo, part arms, Area, technic Disarm }\n",
    "RB-TECH-07": "Technic Own_Blow house { robot K_Evo, type blow, cost 1 AP, played { draw 1 by me } }\n",
    "RB-TECH-15": "Technic Own_Step house { robot K_Evo, type movement, cost 1 AP, played { draw 1 by me } }\n",
    "RB-COMP-03": "Technic Fixed_Flash house { robot K_Evo, type flash, installation 1, played { draw 1 by me } }\n",
    "RB-DECK-01": deck("Mixed", versions(*K_EVO), ", Disarm: 1"),
    "RB-DECK-03": deck("Small", versions(*K_EVO[:9])),
    "RB-DECK-04": deck("Doubled", versions(*K_EVO), ", Sky_Greave_Flash: 2"),
    "RB-DECK-05": deck("Six_Blades", versions(*K_EVO), ", Other_Blade: 1"),
    "RB-DECK-07": deck(
        "Lopsided", [*versions(*K_EVO), "Eye_Cannon_Flash"], robot="K_Fire",
        energy="K_Evo_Head, K_Evo_Arms, Morphire_Torso, Morphire_Legs",
    ),
    "RB-DECK-08": deck("Headless", versions(*K_EVO), energy="K_Evo_Arms, K_Evo_Torso, K_Evo_Legs, K_Evo_Legs"),
}  # fmt: skip
BLADE = 'Weapon Other_Blade "Twin Blade" house { set Spare, part arms, technic Disarm }\nRobot Spare house { }\n'
ROBOMON = {
    "RM-ATTACK-02": 'Robomon Booster house { number "801", hp 5, move 3, speed 1, Basic Hit { damage 1/2/3/4 } }\n',
    "RM-ATTACK-04": 'Robomon Typeless house { number "802", hp 5, move 3, speed 1, Special Ray { damage 1 } }\n',
    "RM-SETUP-04": 'Robomon Sparky_Again house { number "000", hp 5, move 3, speed 1 }\n',
    "RM-REPROG-03": 'Reprogrammer "Wild Tool" { die Neutral }\n',
    "RM-BATTLE-05": "Encounter Crowd house {\n  lineup { 4: Sparky }, board Battlefield, legend { '.': land }\n"
    '  rows """\n    . .\n  """\n}\n',
    "RM-COMP-02": "Competitor Gappy house {\n  map \"Other Yard\", lineup { 1: Sparky, 3: Sparky }, words 'Hi.', purse 0, "
    "stake 0, bonus 0\n}\n",
    "RM-CHALLENGE-01": "Competitor Generous house {\n  map \"Other Yard\", lineup { 1: Sparky }, words 'Hi.', purse 0, "
    "stake 0, bonus 3\n}\n",
    "RM-MAP-01": "Area Second_First house { page 1, leads_to [] }\n",
    "RM-MAP-04": "Entry Twin_Entry_One house { number 8888 }\nEntry Twin_Entry_Two house { number 8888 }\n",
    "RM-MAP-12": "Keepsake Twin_Card_One house { card_number 888 }\nKeepsake Twin_Card_Two house { card_number 888 }\n",
    "RM-PUZZLE-03": "Puzzle Trick_Question house { spot Far_Page, hints Hint, solution Right, decoys [Right] }\n",
    "RM-PUZZLE-08": "Puzzle Misprint house { spot Far_Page, hints Hint, solution Right, reference 1206 }\n",
    "RM-SKILL-03": "Trial Too_Easy house { number 8804, attribute strength, mixed_at 9, success_at 9 }\n",
    "RM-EXPLORE-01": "Event Nothing_Here house { spot Far_Page, trials [] }\n",
    "RM-UPGRADE-01": "Blueprint Same_Again house { card_number 889, old Sparky, new Sparky }\n",
    "RM-SHOP-01": "Shop Free_Shop house { spot Far_Page, Ware Gift { item coolant, price 0 } }\n",
}
GIVEN = (
    "Area Far_Page house { page 88, leads_to [] }\nEntry Hint house { number 8801 }\nEntry Right house { number 8802 }\n"
    "Arena \"Other Yard\" house {\n  board Battlefield, legend { '.': land }\n"
    '  rows """\n    . .\n  """\n}\n'
)


def broken(tmp_path: Path, game: str, core: str, text: str) -> dict[str, set[str]]:
    """The clauses that are told for each declaration of a pack."""
    manifest = yaml(
        PACK, id="bad-cards", ruleset=f'{{id: {game}, version: "^1.0"}}', packs=f'[{{id: {core}, version: "^1.0"}}]'
    )
    folder = make_folder(tmp_path / "bad-cards", {"pack.yaml": manifest, "cards.bot": text.replace("'", '"')})
    result = check_paths([str(folder)], cache=False, jobs=1)
    assert {diagnostic.code for diagnostic in result.diagnostics if diagnostic.severity == "error"} == {"BW5023"}
    source = (folder / "cards.bot").read_text(encoding="utf-8")
    by_name: dict[str, set[str]] = {}
    for diagnostic in result.diagnostics:
        if diagnostic.code == "BW5023":
            clause, words = re.findall(r"([A-Z]{2}-[A-Z]+-\d\d), “(.+)”", diagnostic.message)[0]
            assert words in (ROOT / "rulesets" / game / "clauses.yaml").read_text(encoding="utf-8").replace('\\"', '"')
            by_name.setdefault(source[diagnostic.place.start : diagnostic.place.end].strip('"'), set()).add(clause)
    return by_name


def names(text: str) -> list[str]:
    return re.findall(r'^[A-Z]\w+ (?:"([^"]+)"|(\w+))', text, re.MULTILINE)


def expected(cases: list[tuple[str, str]]) -> dict[str, set[str]]:
    return {quoted or plain: {clause} for clause, text in cases for quoted, plain in names(text)}


def test_gekido(tmp_path: Path) -> None:
    cases = [*GEKIDO.items(), *MORE_GEKIDO]
    wanted = expected(cases)
    wanted["Middle_And_Edge"].add("GK-SETUP-03")  # it is a second tile of the middle, too
    assert broken(tmp_path, "gekido", "gekido-core", "".join(text for _, text in cases)) == wanted


def test_robomon(tmp_path: Path) -> None:
    cases = list(ROBOMON.items())
    assert broken(tmp_path, "robomon", "robomon-island", GIVEN + "".join(text for _, text in cases)) == expected(cases)


def test_robotblow(tmp_path: Path) -> None:
    cases = list(ROBOTBLOW.items())
    wanted = expected(cases)
    wanted["Mixed"].add("RB-DECK-03")  # what is no Module is of no set
    wanted["Six_Blades"].add("RB-DECK-03")  # the sixth is of another set
    assert broken(tmp_path, "robotblow", "robotblow-core", BLADE + "".join(text for _, text in cases)) == wanted


@pytest.mark.parametrize("game, cases", [("gekido", GEKIDO), ("robomon", ROBOMON), ("robotblow", ROBOTBLOW)])
def test_every_clause_that_a_kind_requires_has_a_bad_card(game: str, cases: dict[str, str]) -> None:
    texts = [file.read_text(encoding="utf-8") for file in (ROOT / "rulesets" / game).glob("*.bot")]
    kinds = [
        block
        for text in texts
        for block in re.findall(r"^kind [^\n]*\{.*?(?:^\}| \}$)", text, re.MULTILINE | re.DOTALL)
    ]
    asked = {clause for block in kinds for clause in re.findall(r"\brequire\b[^{}]*?because\s+([A-Z-]+\d\d)", block)}
    assert asked == set(cases)
