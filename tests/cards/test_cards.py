"""Cards on three media: every text arrives, none of it means anything there, and a sheet can be printed and cut."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.check.driver import check_text
from dsl.describe.fields import CardText, FieldText, KeywordText
from tests.architecture.tree import ROOT
from tests.pack_makers import PACK, RULESET, make_folder, yaml
from tools.cards import render_cards
from tools.cards.html import page
from tools.cards.layout import COLUMNS, LARGE, ROWS, SMALL, format_of, pages
from tools.cards.markdown import lines as markdown_lines
from tools.cards.sheet import KindOfCards, Sheet, sheet_of
from tools.cards.table import columns_of, wrapped
from tools.cards.table import lines as table_lines
from tools.reference.contents import contents_of
from tools.reference.load import load
from tools.report.escape import room

EVIL = "</script><img src=x onerror=alert(1)>\"'&amp; | * _x_ [a](b) `c` \x1b[31m\u202e"
ARENA = (ROOT / "tests" / "cases" / "describe" / "arena.bot").read_text(encoding="utf-8")

RULES = """
ruleset game "A game" { players 2, start Match }

kind Bot {
  hp: 1..30
  children parts of Part
}

kind Part { power: 0..9 }

keyword Tough(n: 1.. = 1) "Tough {n}" on Bot says "It takes {n} less." { before damage it { modify amount by -n } }

effect damage target: Bot by amount: 0.. { }

flow Match { for each bot in Bot { damage bot by 1 } }
"""


FORMS = """
ruleset game "A game" { players 2, start Match }

flow Match { win players }

effect flee says "it runs" { }

symbols Ground { grass, blue, rock }

symbols Feature { exit }

kind Tile is Space { ground: Ground = grass, feature: Feature? }

kind Hero {
  told: text = ""
  code: text
  hp: 1..30
  gear: table by 1..3 of 0..9
  children blows of Blow
  script plan by 1..4
}

kind Blow { damage: ladder }

Board Field { grid square, space Tile }

Hero Ada {
  told "She came, she saw, she went home again.", code "A7", hp 9 house, gear { 1: 4, 2: 5 }
  Blow Punch { damage 2/4/6 }
  plan house { 1..2: win players, 3..4: flee }
}

Map "Meadow" { board Field, legend { ".": grass, "~": blue, "#": rock, "E": exit }, rows ". ~ E" }

Map "Hill" { board Field, legend { "#": rock, ".": grass }, rows "# ." }
"""
"""A card with a sentence, a table, a ladder, a script with rows, and house values of its own; maps with two symbols."""


def shown(text: str) -> Sheet:
    checked = check_text(text)
    assert [diagnostic.message for diagnostic in checked.diagnostics if diagnostic.severity == "error"] == []
    return sheet_of(contents_of(checked.program, title="Forms"))


@cache
def arena() -> Sheet:
    return sheet_of(contents_of(check_text(ARENA).program, title="The arena"))


def evil_card() -> CardText:
    return CardText(
        "X", EVIL, "Bot", f"{EVIL}!", (FieldText(EVIL, EVIL), FieldText("hp", "3")), (KeywordText(EVIL, EVIL),), (EVIL,), (),
        (CardText("Y", EVIL, "Part", f"{EVIL}!", (FieldText(EVIL, EVIL),), (), (EVIL,)),), None, True, (EVIL,), EVIL,
    )  # fmt: skip


def evil_sheet() -> Sheet:
    return Sheet(EVIL, (KindOfCards("Bot", EVIL, (evil_card(),)),))


@pytest.fixture
def project(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A game with a pack, as an author has it."""
    cards = 'Bot Rusty house { hp 8, Tough(2), Part "Iron Fist" { power 3 } }\n\nBot Tin "Tin Can" { hp 5 }\n'
    make_folder(
        tmp_path,
        {
            "rulesets/game/ruleset.yaml": yaml(RULESET),
            "rulesets/game/clauses.yaml": yaml({"game": "A game", "prefix": "MG", "clauses": "[]"}),
            "rulesets/game/game.bot": RULES.lstrip(),
            "content/core/pack.yaml": yaml(PACK),
            "content/core/bots.bot": cards,
        },
    )
    monkeypatch.chdir(tmp_path)
    return tmp_path


# ---------------------------------------------------------------------------------------------- from a folder


def test_the_cards_of_a_pack(project: Path) -> None:
    answer = render_cards("content/core", format="table", width=80)
    assert answer.findings.diagnostics == ()
    assert answer.text.splitlines() == [
        "Core set",
        "",
        "Bots (2)",
        "--------",
        "Rusty *             hp 8     Tough 2 (It takes 2 less.)",
        "  Iron Fist (Part)  power 3",
        "Tin Can             hp 5",
        "",
        "* house: no rulebook states these values",
    ]


def test_the_same_pack_gives_the_same_text_wherever_it_lies(project: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    here = [render_cards("content/core", format=format).text for format in ("table", "markdown", "html")]
    monkeypatch.chdir(project / "content")
    there = [
        render_cards(str(project / "content" / "core"), format=format).text for format in ("table", "markdown", "html")
    ]
    assert here == there
    assert not any(str(project) in text for text in here)


def test_one_kind_of_cards(project: Path) -> None:
    assert "Rusty" in render_cards("content/core", format="table", kind="bot").text
    wrong = render_cards("content/core", format="table", kind="Bott")
    assert wrong.text == ""
    assert [(diagnostic.code, diagnostic.help) for diagnostic in wrong.findings.diagnostics] == [
        ("BW2001", "did you mean `Bot`?")
    ]
    assert wrong.findings.exit_code() == 1


def test_a_pack_with_errors_has_no_cards_to_show(project: Path) -> None:
    (project / "content" / "core" / "more.bot").write_text("Bot Broken { hp 99 }\n", encoding="utf-8")
    answer = render_cards("content/core", format="html")
    assert answer.text == ""
    assert [diagnostic.place.file for diagnostic in answer.findings.diagnostics] == ["content/core/more.bot"]
    assert answer.findings.exit_code() == 1


def test_a_pack_without_cards(project: Path) -> None:
    (project / "content" / "core" / "bots.bot").write_text("# nothing yet\n", encoding="utf-8")
    assert "no cards" in render_cards("content/core", format="table").text
    assert "no cards" in render_cards("content/core", format="html").text


@pytest.mark.parametrize("format", ["table", "markdown", "html"])
def test_the_shipped_pack(format: str) -> None:
    answer = render_cards(str(ROOT / "content" / "scrapyard-starter"), format=format)
    assert answer.findings.exit_code() == 0
    for word in ("Iron Fist", "Spare Plate", "Oil Alley", "Shove 3"):
        assert word in answer.text


@pytest.mark.parametrize("pack, words", [("gekido-core", "Five of a Kind"), ("robomon-island", "Scupper")])
def test_every_card_of_a_large_pack_is_on_its_sheet(pack: str, words: str) -> None:
    loaded = load(str(ROOT / "content" / pack)).contents
    assert loaded is not None
    sheet = sheet_of(loaded)
    actual = Reader(page(sheet)).text
    assert words in actual
    assert [card.name for kind in sheet.kinds for card in kind.cards if card.name not in actual] == []


def test_what_only_scenarios_use_is_not_shown(project: Path) -> None:
    make_folder(project, {"content/core/tests/given.bot": "Bot Dummy { hp 1 }\n"})
    actual = render_cards("content/core", format="table").text
    assert "Rusty" in actual
    assert "Dummy" not in actual


# ------------------------------------------------------------------------------------------------------ the table


def test_values_sentences_and_tables_have_their_places() -> None:
    lines = list(table_lines(shown(FORMS), 100))
    assert lines[4:10] == [
        "Ada             code A7, hp 9*  told: She came, she saw, she went home again.",
        "                                gear 1: 4, 2: 5",
        "                                plan* 1–2: All players win the game.",
        "                                plan* 3–4: Flee.",
        "  Punch (Blow)  damage 2/4/6",
        "",
    ]
    assert lines[-1] == "* house: no rulebook states these values"


@pytest.mark.parametrize("width", [40, 60, 80, 100, 120, 200])
def test_no_line_of_the_table_is_wider_than_asked(width: int) -> None:
    for sheet in (arena(), evil_sheet()):
        assert max(columns_of(line) for line in table_lines(sheet, width)) <= width


def test_every_word_of_a_card_is_in_the_table() -> None:
    text = " ".join(" ".join(table_lines(arena(), 80)).split())
    for kind in arena().kinds:
        for card in kind.cards:
            for rule in card.rules:
                assert all(word in text for word in rule.split())


def test_kinds_come_in_their_order_and_maps_last() -> None:
    assert [kind.heading for kind in arena().kinds] == ["Bot", "Techs", "Board", "Map"]


def test_colours_change_nothing_but_colours() -> None:
    plain = list(table_lines(arena(), 90))
    coloured = list(table_lines(arena(), 90, colour=True))
    assert [re.sub(r"\x1b\[[0-9;]*m", "", line).rstrip() for line in coloured] == plain
    assert plain != coloured


def test_nothing_that_a_terminal_obeys_is_left() -> None:
    for line in table_lines(evil_sheet(), 100):
        assert "\x1b" not in line
        assert "\u202e" not in line
    assert "\\x1b[31m" in " ".join(table_lines(evil_sheet(), 2_000))


@given(
    st.text(st.characters(exclude_categories=["Cc", "Cs", "Zs", "Zl", "Zp"]) | st.just(" "), max_size=80),
    st.integers(4, 60),
)
def test_wrapping_keeps_every_letter_and_the_width(text: str, width: int) -> None:
    lines = wrapped(text, width, "  ")
    assert "".join("".join(lines).split()) == "".join(text.split())
    widest = max((room(letter) for letter in text), default=1)
    assert all(columns_of(line) <= max(width, widest + 2 + len(text) - len(text.lstrip(" "))) for line in lines)


# ------------------------------------------------------------------------------------------------------ Markdown


def test_markdown_of_a_card() -> None:
    sheet = sheet_of(contents_of(check_text(ARENA).program, title="The arena"), "Tech")
    lines = list(markdown_lines(sheet))
    start = lines.index("### Deflector")
    assert lines[start : start + 5] == [
        "### Deflector",
        "",
        "colour **green** · copies **5** · *house*",
        "",
        "*played:* Until the end of the fight, when your bot would be damaged during a fight, reduce the amount by 2.",
    ]


def test_markdown_of_sentences_tables_and_house_values() -> None:
    lines = list(markdown_lines(shown(FORMS)))
    start = lines.index("### Ada")
    assert lines[start + 2 : start + 7 : 2] == [
        "code **A7** · hp **9** *house*",
        "> She came, she saw, she went home again.",
        "*gear*: 1 **4**, 2 **5**",
    ]


def test_markdown_of_a_map() -> None:
    text = "\n".join(markdown_lines(arena()))
    assert "```text\n. ^ .\nx . .\n```\n\n`.` Tile, `^` Mountain, `x` Mountain" in text


def test_no_sign_of_an_author_is_markdown() -> None:
    text = "\n".join(markdown_lines(evil_sheet()))
    assert "<img" not in text
    assert "</script" not in text
    for line in text.splitlines():
        bare = re.sub(r"\\.", "", line)
        assert not re.search(r"`c`|_x_|\[a\]|\|", bare), line


# ------------------------------------------------------------------------------------------------------ the sheet


class Reader(HTMLParser):
    """Reads a file as a browser does, and holds that every tag is closed in its turn."""

    EMPTY = frozenset(["meta", "path"])

    def __init__(self, text: str) -> None:
        super().__init__(convert_charrefs=True)
        self.open: list[str] = []
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.text = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))
        if tag not in self.EMPTY:
            self.open.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if "style" not in self.open:
            self.text += data


@pytest.mark.parametrize("sheet", [arena(), evil_sheet(), Sheet("", ())])
def test_the_sheet_is_one_file_that_runs_nothing(sheet: Sheet) -> None:
    text = page(sheet)
    read = Reader(text)
    assert read.open == []
    names = {
        "html", "head", "meta", "title", "style", "body", "header", "section", "article", "div", "span", "p", "h1", "h3",
        "h4", "dl", "dt", "dd", "b", "i", "table", "caption", "tr", "th", "td", "svg", "path",
    }  # fmt: skip
    assert {tag for tag, _ in read.tags} <= names
    for _, attributes in read.tags:
        assert not {"src", "href", "onerror", "onload", "onclick"} & attributes.keys()
    assert "http" not in text
    assert "url(" not in text
    assert "@import" not in text


def test_every_text_of_an_author_is_shown_as_it_is() -> None:
    read = Reader(page(evil_sheet()))
    shown = " ".join(EVIL.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e").split())
    # the title, the heading and the count; name, kind, field twice, keyword twice, rule, unenforced, citation; the part
    assert read.text.count(shown) == 3 + 9 + 5


def test_a_card_of_the_sheet() -> None:
    read = Reader(page(arena()))
    text = " ".join(read.text.split())
    assert "Rusty the Brave" in text
    assert "Tail Whip" in text
    assert "This Bot's speed is 2 higher, but at most 9." in text
    cards = [attributes for tag, attributes in read.tags if tag == "article" and "card" in (attributes["class"] or "")]
    assert len(cards) == sum(len(kind.cards) for kind in arena().kinds if not kind.apart)
    houses = [tag for tag, attributes in read.tags if tag == "svg" and attributes["class"] == "house"]
    assert len(houses) == 3  # Rusty, Deflector, Slow Fuse


def test_the_sheet_draws_maps_with_their_legend() -> None:
    text = page(arena())
    assert '<div><i>1</i><span class="g0">.</span><span class="g1">^</span><span class="g0">.</span></div>' in text
    assert "<i>A</i><i>B</i><i>C</i>" in text
    assert '<span class="g1">^</span>Mountain' in text
    assert "drawn hexes" not in text


def test_rows_on_a_hex_board_are_shifted() -> None:
    text = page(sheet_of(contents_of(check_text(ARENA.replace("grid square", "grid hex")).program)))
    assert 'class="drawn hexes"' in text
    assert "<i>A</i>" not in text


def test_grounds_have_greys_or_their_colours_and_marks_stand_out() -> None:
    text = page(shown(FORMS))
    assert '<span class="g0">.</span><span class="c-blue">~</span><span class="mark">E</span>' in text
    assert '<span class="g1">#</span>rock' in text
    # the second map names its grounds in another order, and they look the same
    assert '<span class="g1">#</span><span class="g0">.</span>' in text


def test_what_a_field_is_shows_on_the_sheet() -> None:
    text = page(shown(FORMS))
    assert '<p class="told">She came, she saw, she went home again.</p>' in text
    assert '<span class="steps"><b>2</b><b>4</b><b>6</b></span>' in text
    assert '<caption>gear</caption><tr><th class="short">1</th><td>4</td></tr>' in text
    houses = re.findall(r'(\w+)<svg class="house"', text)
    assert houses == ["hp", "plan"]


def test_citations_stand_in_small_print() -> None:
    cited = ARENA.replace("Tech Gamble {", "Tech Gamble cites AR-DICE-01 AR-DICE-02 {")
    text = page(sheet_of(contents_of(check_text(cited).program)))
    assert '<p class="small">AR-DICE-01 AR-DICE-02</p>' in text


def test_cards_have_the_size_of_cards() -> None:
    style = re.search(r"<style>(.*)</style>", page(arena()), re.DOTALL)
    assert style is not None
    assert "grid-template-columns: repeat(3, 63mm)" in style[1]
    assert "grid-auto-rows: 88mm" in style[1]
    assert "break-after: page" in style[1]


@given(st.lists(st.integers(0, 4_000), max_size=40))
def test_pages_hold_what_fits_and_lose_nothing(sizes: list[int]) -> None:
    cards = [
        CardText(str(at), f"Card {at}", "Bot", "Bot", rules=("word " * (size // 5),)) for at, size in enumerate(sizes)
    ]
    laid = list(pages(cards))
    assert [item.card.id for page in laid for item in page] == [card.id for card in cards]
    for placed in laid:
        rows, used, height = 0, COLUMNS, 0
        for item in placed:
            if used + item.width > COLUMNS or item.height > 1 or height > 1:
                rows, used = rows + item.height, 0
            used, height = used + item.width, item.height
        assert rows <= ROWS


def test_a_kind_with_much_to_say_has_large_cards() -> None:
    little = CardText("a", "A", "Bot", "Bot", rules=("word " * 20,))
    much = CardText("b", "B", "Bot", "Bot", rules=("word " * 250,))
    assert format_of([little, little, little, much]) is SMALL  # one alone is only set smaller
    assert format_of([much, much, little]) is LARGE
    text = page(Sheet("", (KindOfCards("Bot", "Bots", (much, much)), KindOfCards("Card", "Cards", (little,)))))
    assert text.index("page four") < text.index("page nine")
    assert "grid-template-columns: repeat(2, 94.5mm); grid-auto-rows: 132mm" in text


def test_a_longer_text_never_gets_less_room() -> None:
    areas = []
    for words in range(0, 2_000, 40):
        (placed,) = next(pages([CardText("x", "X", "Bot", "Bot", rules=("word " * words,))]))
        areas.append(placed.width * placed.height)
    assert areas == sorted(areas)
    assert areas[0] == 1
    assert areas[-1] == COLUMNS * ROWS
