"""Cards on three media: every text arrives, none of it means anything there, and a sheet can be printed and cut."""

from __future__ import annotations

import re
from collections.abc import Mapping
from functools import cache
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest
from hypothesis import given
from hypothesis import strategies as st

from dsl.check.driver import check_text
from dsl.describe.fields import CardText, FieldText, KeywordText
from tests.architecture.tree import ROOT
from tests.pack_makers import PACK, RULESET, make_folder, yaml
from tools.cards import render_cards
from tools.cards.art import art_beside
from tools.cards.drawn_card import SheetCard, drawn
from tools.cards.html import page
from tools.cards.icons import PATHS, WORDS, icon_for
from tools.cards.layout import LARGE, PAGE_HEIGHT, PAGE_WIDTH, SMALL, Format, format_of, pages, shaped
from tools.cards.letters import Run
from tools.cards.letters import wrapped as wrapped_runs
from tools.cards.markdown import lines as markdown_lines
from tools.cards.pictures import in_words
from tools.cards.png import png_of
from tools.cards.printed import PrintedSheet, PrintOptions, UnknownColourField, printed
from tools.cards.sheet import KindOfCards, Sheet, sheet_of
from tools.cards.table import columns_of, wrapped
from tools.cards.table import lines as table_lines
from tools.cards.tints import NAMED
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


def test_a_card_with_errors_is_left_out_and_reported(project: Path) -> None:
    (project / "content" / "core" / "more.bot").write_text("Bot Broken { hp 99 }\n", encoding="utf-8")
    answer = render_cards("content/core", format="html")
    assert "Broken" not in answer.text
    assert answer.text.startswith("<!DOCTYPE html>")
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

    EMPTY = frozenset(["meta"])

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
    text = page(PrintedSheet(sheet, backs=True))
    read = Reader(text)
    assert read.open == []
    names = {
        "html", "head", "meta", "title", "style", "body", "header", "section", "article", "div", "span", "p", "h1", "h3",
        "b", "i", "svg", "g", "path", "rect", "circle", "text", "tspan",
    }  # fmt: skip
    assert {tag for tag, _ in read.tags} <= names
    for _, attributes in read.tags:
        assert not {"src", "href", "onerror", "onload", "onclick"} & attributes.keys()
    assert "http" not in text
    assert "url(" not in text
    assert "@import" not in text


def test_every_text_of_an_author_is_shown_as_it_is() -> None:
    """Lines of a drawn card break anywhere, so its letters are compared without spaces."""
    read = Reader(page(evil_sheet()))
    shown, capitals = (
        "".join(text.replace("\x1b", "\\x1b").replace("\u202e", "\\u202e").split()) for text in (EVIL, EVIL.upper())
    )
    everything = "".join(read.text.split())
    # the title, the heading and the count; name, field twice, keyword twice, rule, unenforced, citation; in the part
    # its name, its kind, a field twice and a rule; the kind of the card is in capitals
    assert everything.count(shown) == 3 + 8 + 5
    assert everything.count(capitals) == 1


def test_a_card_of_the_sheet() -> None:
    read = Reader(page(arena()))
    text = " ".join(read.text.split())
    assert "Rusty the Brave" in text
    assert "Tail Whip" in text
    assert "This Bot's speed is 2 higher, but at most 9." in text
    cards = [attributes for tag, attributes in read.tags if tag == "g" and attributes.get("class") == "card"]
    assert len(cards) == sum(len(kind.cards) for kind in arena().kinds if not kind.apart)
    houses = [tag for tag, attributes in read.tags if tag == "path" and attributes.get("class") == "house"]
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
    card = drawn(SheetCard(only_card(FORMS, "Ada")), SMALL.width, SMALL.height)
    words = re.sub(r"<[^>]*>", "|", card)
    assert "She came, she saw, she went home again." in re.sub(r"[|]+", " ", words)
    assert "2 / 4 / 6" in words
    assert re.search(r"GEAR\|+1\|+4\|+2\|+5", words)
    houses = re.findall(r">([\w ]+)</t\w+>(?:</text>)?<path class=\"house\"", card)
    assert houses == ["hp", "PLAN"]


def test_citations_stand_in_small_print() -> None:
    cited = ARENA.replace("Tech Gamble {", "Tech Gamble cites AR-DICE-01 AR-DICE-02 {")
    text = page(sheet_of(contents_of(check_text(cited).program)))
    assert re.search(r'font-size="1.60"[^>]*><tspan[^>]*>AR-DICE-01 AR-DICE-02<', text)


def test_pages_fit_on_paper() -> None:
    text = page(arena())
    sizes = re.findall(r'<svg width="(\d+)mm" height="(\d+)mm"', text)
    assert sizes
    assert all(int(width) <= 190 and int(height) <= 277 for width, height in sizes)
    assert "break-after: page" in text


def long_card(at: int, words: int) -> SheetCard:
    return SheetCard(CardText(str(at), f"Card {at}", "Bot", "Bot", rules=("word " * words,)))


@given(st.lists(st.integers(0, 800), max_size=40))
def test_pages_hold_what_fits_and_lose_nothing(sizes: list[int]) -> None:
    cards = [long_card(at, size) for at, size in enumerate(sizes)]
    laid = list(pages([cards]))
    assert [item.card.text.id for page in laid for item in page.cards] == [card.text.id for card in cards]
    for placed in laid:
        boxes = [(item.x, item.y, item.x + item.width, item.y + item.height) for item in placed.cards]
        assert all(right <= PAGE_WIDTH for _, _, right, _ in boxes)
        assert max(bottom for *_, bottom in boxes) == placed.height
        assert placed.height <= PAGE_HEIGHT or len(boxes) == 1
        for number, one in enumerate(boxes):
            for other in boxes[:number]:
                apart = one[0] >= other[2] or other[0] >= one[2] or one[1] >= other[3] or other[1] >= one[3]
                assert apart, (one, other)


@given(st.integers(0, 900), st.sampled_from([SMALL, LARGE]))
def test_no_text_leaves_its_card(words: int, form: Format) -> None:
    """Every line ends inside the frame, whatever the length of the text."""
    placed = shaped(long_card(1, words), form)
    markup = drawn(placed.card, placed.width, placed.height)
    inside = [float(y) for y in re.findall(r'<text x="0.00" y="([\d.]+)"', markup)]
    moved = [float(y) for y in re.findall(r"translate\([\d.]+ ([\d.]+)\)", markup)]
    assert max(inside, default=0.0) + max(moved, default=0.0) < placed.height
    lengths = [float(length) for length in re.findall(r'textLength="([\d.]+)"', markup)]
    assert max(lengths) <= placed.width


def test_rows_of_two_sizes_share_a_page() -> None:
    much = [long_card(at, 350) for at in range(2)]
    little = [long_card(at, 10) for at in range(3)]
    assert format_of(much) is LARGE
    assert format_of(little) is SMALL
    assert format_of([*little, much[0]]) is SMALL  # one alone is only set smaller or wider
    (placed,) = pages([little, much])
    assert [(item.width, item.height) for item in placed.cards] == [(94.5, 132.0)] * 2 + [(63.0, 88.0)] * 3


def test_a_longer_text_never_gets_less_room() -> None:
    areas = []
    for words in range(0, 4_000, 80):
        placed = shaped(long_card(1, words), SMALL)
        areas.append(placed.width * placed.height)
    assert areas == sorted(areas)
    assert areas[0] == SMALL.width * SMALL.height
    assert areas[-1] > PAGE_WIDTH * PAGE_HEIGHT  # it is as high as it needs to be


def test_letters_are_as_large_as_the_room_allows() -> None:
    sizes = []
    for words in (5, 130, 200):
        markup = drawn(long_card(1, words), SMALL.width, SMALL.height)
        sizes.append(float(re.findall(r'font-size="([\d.]+)"[^>]*><tspan[^>]*>word', markup)[0]))
    assert sizes == sorted(sizes, reverse=True)
    assert len(set(sizes)) == 3


@given(st.text(max_size=200), st.floats(2.0, 80.0))
def test_wrapped_lines_keep_every_word(text: str, width: float) -> None:
    lines = wrapped_runs([Run(text)], width, 2.5)
    joined = "".join(run.text for line in lines for run in line.runs)
    assert joined.replace(" ", "") == text.replace(" ", "")
    for line in lines:
        assert line.width <= width or len("".join(run.text for run in line.runs)) == 1


# ------------------------------------------------------------------------------------------------ what is printed


PRINTED = """
ruleset game "A game" { players 2, start Match }

symbols Colour { red "Attack", blue "Move" }

kind Card { copies: 1..6 = 2, colour: Colour, cost: 0..9 }

zone pile of Card facedown

flow Match { for each card in supply(Card) { take card.copies of card into pile } }

Card Hit { colour red, cost 3 }

Card Run { copies 3, colour blue, cost 1 }
"""


def printed_sheet(text: str, options: PrintOptions, assets: Mapping[str, bytes] | None = None) -> PrintedSheet:
    contents = contents_of(check_text(text).program, title="Forms")
    return printed(sheet_of(contents), contents, options, assets or {})


def only_card(text: str, name: str) -> CardText:
    return next(card for kind in shown(text).kinds for card in kind.cards if card.id == name)


def test_as_many_copies_as_the_game_takes() -> None:
    sheet = printed_sheet(PRINTED, PrintOptions())
    assert {name: card.copies for name, card in sheet.cards.items()} == {"Hit": 2, "Run": 3}
    assert page(sheet).count('<g class="card"') == 5
    assert "copies" not in page(sheet)
    once = printed_sheet(PRINTED, PrintOptions(copies=False))
    assert page(once).count('<g class="card"') == 2
    assert "copies" in page(once)


def test_a_game_that_takes_one_of_each_prints_one_of_each() -> None:
    sheet = printed_sheet(PRINTED.replace("take card.copies of card", "take 1 of card"), PrintOptions())
    assert {card.copies for card in sheet.cards.values()} == {1}


def test_backs_lie_behind_their_cards_and_tell_nothing() -> None:
    text = page(printed_sheet(PRINTED, PrintOptions(backs=True)))
    backs = re.findall(r'<g class="back"[^>]*translate\(([\d.]+) ([\d.]+)\)">(.*?)</g>(?=<g class|</svg>)', text)
    fronts = re.findall(r'<g class="card"[^>]*translate\(([\d.]+) ([\d.]+)\)"', text)
    assert [(189 - float(x) - 63, y) for x, y in fronts] == [(float(x), y) for x, y, _ in backs]
    assert len({inside for *_, inside in backs}) == 1


def test_a_card_has_the_colour_of_its_field() -> None:
    assert {name: card.tint for name, card in printed_sheet(PRINTED, PrintOptions()).cards.items()} == {
        "Hit": NAMED["red"],
        "Run": NAMED["blue"],
    }
    by_cost = printed_sheet(PRINTED, PrintOptions(colour_by="cost")).cards
    assert by_cost["Hit"].tint != by_cost["Run"].tint
    with pytest.raises(UnknownColourField, match="did you mean `colour`"):
        printed_sheet(PRINTED, PrintOptions(colour_by="color"))


PNG = b"\x89PNG\r\n\x1a\n...."
SVG = b'<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'


def test_art_is_a_picture_beside_the_card() -> None:
    address, findings = art_beside({"bots/rusty.png": PNG}, "bots/rusty.bot", "Rusty")
    assert address.startswith("data:image/png;base64,")
    assert findings == []
    assert art_beside({"rusty.png": PNG}, "bots/rusty.bot", "Rusty") == ("", [])
    # a script in a picture does not run: the picture is data for an `image`, never part of the page
    address, _ = art_beside({"rusty.svg": SVG}, "all.bot", "Rusty")
    assert address.startswith("data:image/svg+xml;base64,")
    assert "<script" not in drawn(SheetCard(CardText("Rusty", "Rusty", "Bot", "Bot"), art=address), 63, 88)


@pytest.mark.parametrize("data, why", [(b"GIF89a", "no PNG"), (b"<html>", "no PNG"), (PNG + b"0" * 2_000_000, "2 MB")])
def test_art_that_cannot_be_printed_is_a_finding(data: bytes, why: str) -> None:
    address, findings = art_beside({"rusty.png": data}, "all.bot", "Rusty")
    assert address == ""
    assert [finding.code for finding in findings] == ["BW4311"]
    assert why in findings[0].message


def test_a_card_alone_is_a_picture() -> None:
    answer = render_cards(str(ROOT / "content" / "scrapyard-starter"), format="svg", card="rusty")
    assert answer.findings.diagnostics == ()
    root = ElementTree.fromstring(answer.text)
    assert root.tag.endswith("svg")
    assert (root.get("width"), root.get("height")) == ("63.0mm", "88mm")
    assert "Iron Fist" in " ".join(root.itertext())


def test_a_card_alone_as_png() -> None:
    answer = render_cards(str(ROOT / "content" / "scrapyard-starter"), format="svg", card="rusty")
    data = png_of(answer.text)
    assert data.startswith(b"\x89PNG")
    width, height = (int.from_bytes(data[at : at + 4], "big") for at in (16, 20))
    assert width >= 63 / 25.4 * 300
    assert height >= 88 / 25.4 * 300
    assert len(data) > 10_000, "something is drawn"
    without = re.sub(r"<text.*?</text>", "", answer.text)
    assert png_of(without) != data, "letters are drawn"


def test_a_card_that_is_not_there() -> None:
    answer = render_cards(str(ROOT / "content" / "scrapyard-starter"), format="svg", card="Rusti")
    assert [(d.code, d.help) for d in answer.findings.diagnostics] == [("BW2007", "did you mean `Rusty`?")]


def test_every_icon_is_used_and_every_word_has_one() -> None:
    assert set(WORDS.values()) == set(PATHS)
    assert icon_for("first strike") == "sword"
    assert icon_for("Steps") == "boot"
    assert icon_for("zzz") is None


def test_the_words_of_a_card_have_all_its_parts() -> None:
    """Whoever hears a card learns what its picture shows."""
    inner = CardText("lid", "Lid", "Part", "Part", (FieldText("power", "2"),))
    part = CardText("arm", "Arm", "Part", "Part", (FieldText("range", "3"),), rules=("It grabs.",), parts=(inner,))
    words = in_words(
        CardText("bot", "Bot", "Bot", "Bot", (FieldText("hull", "9"),), rules=("It waits.",), parts=(part,))
    )
    assert words == ["Bot", "hull 9", "It waits.", "Arm (Part): range 3. It grabs. Lid (Part): power 2."]
