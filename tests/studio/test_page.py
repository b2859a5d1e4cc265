"""The page in a real browser: writing a card, playing to the end, secrets in two browsers, a replay, keys alone, 375 px."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, Page, expect

from tests.studio.browser import NARROW, chromium, needs_browser, visitor, wide_as
from tests.studio.server import StudioServer, start

pytestmark = needs_browser
MOST = 400
HOSTILE = '<img src=x onerror="window.pwned=1"><b>Bold</b>'


@pytest.fixture(scope="module")
def studio(workspace: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[StudioServer]:
    server = start(workspace, tmp_path_factory.mktemp("state"))
    yield server
    server.close()


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with chromium() as started:
        yield started


@pytest.fixture
def page(browser: Browser, studio: StudioServer) -> Iterator[Page]:
    """A page of the owner."""
    context, page = visitor(browser)
    page.goto(studio.url)
    yield page
    context.close()


def begin(page: Page, studio: StudioServer, game: str, mode: str, seed: int, **who: str) -> None:
    page.goto(f"{studio.base}/play?game={game}&mode={mode}")
    page.get_by_label("Seed").fill(str(seed))
    for seat, player in who.items():
        page.locator(f"[data-seat={seat}]").select_option(player)
    page.get_by_role("button", name="Begin the match").click()
    page.wait_for_selector(".question")


STEP = """(salt) => {
  const ready = document.querySelector('.actions .main:not([disabled])');
  const boards = [...document.querySelectorAll('.space.option, .token.option')];
  const options = [...document.querySelectorAll('.option-button:not(.chosen)')];
  const pass = document.querySelector('[data-pass]');
  const click = (one) => one.dispatchEvent(new MouseEvent('click', { bubbles: true, cancelable: true }));
  if (ready) click(ready);
  else if (boards.length && salt % 2) click(boards[salt % boards.length]);
  else if (options.length) click(options[salt % options.length]);
  else if (pass) click(pass);
  return boards.length > 0;
}"""
SETTLED = "([before]) => document.querySelector('.ending') || document.querySelector('.match').innerText !== before"


def play_to_the_end(page: Page) -> int:
    """Click options, on the board where there are some, until the match is over; return how often on a board."""
    boards = 0
    for turn in range(MOST):
        if page.locator(".ending").count():
            return boards
        before = page.locator(".match").inner_text()
        boards += bool(page.evaluate(STEP, turn * 7 + 1))
        page.wait_for_function(SETTLED, arg=[before])
    pytest.fail(f"the match is not over after {MOST} clicks")


def test_a_card_is_written_and_its_finding_goes_away(page: Page, studio: StudioServer, workspace: Path) -> None:
    page.goto(f"{studio.base}/write/content/crabs/cards.bot")
    findings = page.get_by_role("region", name="Findings")
    expect(findings).to_contain_text("No findings.")
    page.locator(".cm-content").click()
    page.get_by_text("hull 8").first.dblclick()
    line = page.locator(".cm-line", has_text="hull")
    line.click()
    page.keyboard.press("Home")
    page.keyboard.press("Shift+End")
    page.keyboard.type("  hull 60, Plated(1)")
    expect(findings).to_contain_text("60 is outside the range 1..20")
    expect(page.locator(".cm-lintRange-error")).to_have_text("60")
    line.click()
    page.keyboard.press("Home")
    page.keyboard.press("Shift+End")
    page.keyboard.type("  hull 12, Plated(2)")
    expect(findings).to_contain_text("No findings.")
    expect(page.get_by_role("region", name="The card").locator(".card-words")).to_contain_text("hull 12")
    expect(page.get_by_role("img", name=re.compile("First of Crabs.*Plated 2.*Can Opener.*power 3"))).to_be_visible()
    page.keyboard.press("Control+s")
    expect(page.locator(".bar")).to_contain_text("saved")
    expect(page.locator("#save")).to_be_disabled()
    assert "hull 12, Plated(2)" in (workspace / "content/crabs/cards.bot").read_text(encoding="utf-8")


def test_a_misspelling_is_mended_by_a_click(page: Page, studio: StudioServer) -> None:
    page.goto(f"{studio.base}/write/content/crabs/cards.bot")
    findings = page.get_by_role("region", name="Findings")
    expect(findings).to_contain_text("No findings.")
    line = page.locator(".cm-line", has_text="Part")
    line.click()
    page.keyboard.press("Home")
    page.keyboard.press("Shift+End")
    page.keyboard.type('  Part "Can Opener" { powr 3 }')
    findings.locator(".fix").first.click()
    expect(findings).to_contain_text("No findings.")
    expect(page.locator(".cm-content")).to_contain_text("power 3")


def test_scenarios_run_on_save_and_stand_green_beside_their_lines(page: Page, studio: StudioServer) -> None:
    page.goto(f"{studio.base}/write/rulesets/sky_duel/tests/first.bot")
    scenarios = page.get_by_role("region", name="Scenarios")
    expect(scenarios).to_contain_text(re.compile(r"\d+ passed"))
    expect(page.locator(".cm-lights .light.passed").first).to_be_visible()
    page.goto(f"{studio.base}/clauses/sky_duel")
    expect(page.locator("table.clauses tbody tr").first).to_contain_text("yes")


def test_a_gekido_duel_is_played_to_the_end_by_clicking_and_then_replayed(page: Page, studio: StudioServer) -> None:
    begin(page, studio, "gekido", "duel", 5)
    expect(page.locator("svg.board")).to_be_visible()
    assert play_to_the_end(page) > 3
    ending = page.locator(".ending")
    expect(ending).to_contain_text(re.compile("won"))
    expect(ending.locator("table.fight")).to_be_visible()
    expect(ending.get_by_role("link", name="Replay it")).to_have_attribute("href", re.compile("/replay/saved/gekido"))
    ending.get_by_role("link", name="Replay it").click()
    expect(page.locator(".decision")).to_contain_text("0 of")
    page.get_by_role("button", name="One decision on").click()
    expect(page.locator(".decision")).to_contain_text("1 of")
    page.locator("body").press("ArrowRight")
    expect(page.locator(".decision")).to_contain_text("2 of")
    expect(page).to_have_url(re.compile("at=2"))
    page.get_by_label("Moment").evaluate("(slider) => { slider.value = 30; slider.dispatchEvent(new Event('input')); }")
    expect(page.locator(".decision")).to_contain_text("30 of")
    page.reload()  # a moment has an address of its own
    expect(page.locator(".decision")).to_contain_text("30 of")
    page.locator(".panel .chip").first.click()  # everything on the table can be asked about
    expect(page.locator(".drawer h2")).to_have_text("What is it?")
    expect(page.locator(".drawer")).to_contain_text(page.locator(".panel .chip").first.inner_text())
    page.get_by_label("As seen by").select_option("*")
    expect(page).to_have_url(re.compile("at=30&as="))
    expect(page.locator(".decision")).to_contain_text("30 of")
    why = page.locator(".log .why")
    if why.count() == 0:
        page.get_by_role("button", name="The next turn").click()
    why.first.click()
    expect(page.locator(".drawer")).to_contain_text("rulesets/gekido")
    page.get_by_role("button", name="Play on from here").click()
    expect(page.get_by_role("button", name="Undo")).to_be_visible()
    expect(page.locator(".question")).to_be_visible()


def test_a_robomon_encounter_is_played_to_the_end_by_clicking(page: Page, studio: StudioServer) -> None:
    begin(page, studio, "robomon", "first_encounter", 2)
    assert play_to_the_end(page) > 3
    expect(page.locator(".ending h2")).not_to_be_empty()


def test_two_browsers_keep_their_secrets_and_a_third_may_watch(
    browser: Browser, page: Page, studio: StudioServer
) -> None:
    begin(page, studio, "scrapyard", "plain", 4, Ann="human", Ben="human")
    match = studio.good("GET", "/api/matches")[-1]
    links = {link["seat"]: f"{studio.base}/play/{match['id']}#{link['token']}" for link in match["links"]}
    (second, ben), (third, spectator) = visitor(browser), visitor(browser)
    try:
        ben.goto(links["Ben"])
        spectator.goto(links[None])
        expect(ben.locator(".match-head")).to_contain_text("You are Ben.")
        expect(spectator.locator(".match-head")).to_contain_text("You are watching")
        for turn in range(12):
            hand = page.locator(".panel[aria-label=Ann] .zone", has_text="hand").locator(".chip")
            if hand.count():
                break
            asked = page if page.locator(".option-button").count() else ben
            before = asked.locator(".match").inner_text()
            asked.evaluate(STEP, 2 * turn)
            asked.wait_for_function(SETTLED, arg=[before])
            page.wait_for_timeout(100)
        names = hand.all_inner_texts()
        assert names
        for other in (ben, spectator):
            zone = other.locator(".panel[aria-label=Ann] .zone", has_text="hand")
            expect(zone).to_contain_text(f"{len(names)} gadget")
            assert zone.locator(".chip").count() == 0
        assert spectator.locator(".option-button").count() == 0
        assert "Undo" not in page.locator(".match-head").inner_text()
        ben.goto(f"{studio.base}/write/content/crabs/cards.bot")
        expect(ben.locator("main")).to_contain_text("somebody else's")
        spectator.goto(links[None][:-4] + "aaaa")
        spectator.reload()
        expect(spectator.locator(".failure")).to_contain_text("does not open a match")
    finally:
        second.close()
        third.close()


def test_a_match_is_played_with_keys_alone(page: Page, studio: StudioServer) -> None:
    page.goto(f"{studio.base}/play?game=scrapyard&mode=plain")
    page.get_by_label("Seed").fill("4")
    page.get_by_role("button", name="Begin the match").focus()
    page.keyboard.press("Enter")
    page.wait_for_selector(".option-button")
    for _ in range(6):
        before = page.locator(".match").inner_text()
        page.keyboard.press("1")  # the first option
        page.wait_for_function(SETTLED, arg=[before])
    page.locator("svg.board .space[tabindex='0']").focus()
    begun = page.evaluate("document.activeElement.getAttribute('data-space')")
    page.keyboard.press("ArrowUp" if not begun.endswith("1") else "ArrowDown")
    moved = page.evaluate("document.activeElement.getAttribute('data-space')")
    assert moved != begun
    assert moved[0] == begun[0]
    page.keyboard.press("i")
    expect(page.locator(".drawer")).to_contain_text(moved)
    page.keyboard.press("Escape")
    expect(page.locator(".drawer")).to_be_hidden()
    option = page.locator(".space.option").first
    if option.count():
        option.focus()
        before = page.locator(".match").inner_text()
        page.keyboard.press("Enter")
        page.wait_for_function(SETTLED, arg=[before])
    page.keyboard.press("u")
    expect(page.locator(".question h2")).to_be_visible()


def test_everything_has_a_name_for_who_hears_the_page(page: Page, studio: StudioServer) -> None:
    begin(page, studio, "scrapyard", "plain", 4)
    unnamed = """() => [...document.querySelectorAll('button, a, input, select, [role=button], svg[role], img')]
      .filter((one) => one.getClientRects().length && !(one.getAttribute('aria-label') || one.textContent.trim()
        || one.alt || (one.labels && one.labels.length) || one.title)).map((one) => one.outerHTML.slice(0, 200))"""
    assert page.evaluate(unnamed) == []
    for address in ("/", "/cards/crabs", "/study?game=scrapyard", "/replay", "/write/content/crabs/cards.bot"):
        page.goto(studio.base + address)
        page.wait_for_selector("main :is(summary, button, a, select)")
        assert page.evaluate(unnamed) == [], address


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_the_page_is_as_light_as_its_reader_wants(browser: Browser, studio: StudioServer, scheme: str) -> None:
    context, page = visitor(browser, color_scheme=scheme)
    page.goto(studio.url)
    other = "dark" if scheme == "light" else "light"
    assert _is_light(page) == (scheme == "light")
    while other not in (page.locator(".theme").text_content() or ""):
        page.locator(".theme").click()
    assert _is_light(page) == (other == "light")
    page.reload()
    expect(page.locator(".theme")).to_contain_text(other)
    assert _is_light(page) == (other == "light")
    context.close()


def _is_light(page: Page) -> bool:
    paper = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    return sum(map(int, re.findall(r"\d+", paper)[:3])) > 384


def test_the_page_fits_a_telephone(page: Page, studio: StudioServer) -> None:
    begin(page, studio, "robomon", "first_encounter", 2)
    page.set_viewport_size(NARROW)
    assert wide_as(page) <= 0
    box = page.locator(".question").bounding_box()
    assert box is not None
    assert box["y"] < NARROW["height"]  # the question stands before the table
    for address in ("/", "/play", "/replay", "/study?game=scrapyard", "/cards/crabs", "/write/content/crabs/cards.bot"):
        page.goto(studio.base + address)
        page.wait_for_selector("main :is(summary, button, a, select)")
        assert wide_as(page) <= 0, address


def test_names_of_a_pack_are_never_markup(page: Page, studio: StudioServer, workspace: Path) -> None:
    quoted = HOSTILE.replace('"', "'")
    path = workspace / "content/crabs/hostile.bot"
    path.write_text(f'Bot "{quoted}" house {{\n  hull 3\n  Part "{quoted}" {{ power 1 }}\n}}\n', encoding="utf-8")
    try:
        for address in ("/cards/crabs?q=onerror", "/write/content/crabs/hostile.bot"):
            page.goto(studio.base + address)
            image = page.get_by_role("img", name=re.compile("onerror"))
            expect(image.first).to_be_visible()
            page.wait_for_timeout(200)
        begin(page, studio, "scrapyard", "plain", 4)
        for turn in range(6):
            if "onerror" in page.locator(".match").inner_text():
                break
            before = page.locator(".match").inner_text()
            page.evaluate(STEP, turn * 2)
            page.wait_for_function(SETTLED, arg=[before])
        assert quoted in page.locator(".match").inner_text()
        assert page.locator("main b").count() == 0
        assert page.locator("img[src=x]").count() == 0
        assert page.evaluate("window.pwned") is None
    finally:
        path.unlink()


def test_a_study_shows_its_progress_and_its_ranges(page: Page, studio: StudioServer) -> None:
    page.goto(f"{studio.base}/study?game=scrapyard&n=40")
    page.get_by_role("button", name="Play them").click()
    expect(page.locator(".result .progress")).to_contain_text("40 of 40 matches")
    expect(page.locator("table.rates")).to_contain_text("%")
    expect(page.locator(".histogram rect").first).to_be_visible()
    with page.expect_download() as download:
        page.get_by_role("link", name="Save as CSV").click()
    text = Path(download.value.path()).read_text(encoding="utf-8")
    assert text.startswith("seat,player,wins,finished,low,high\nAnn,random,")


def test_an_empty_workspace_offers_three_things_to_do(browser: Browser, tmp_path: Path) -> None:
    (tmp_path / "empty").mkdir()
    server = start(tmp_path / "empty", tmp_path / "state")
    context, page = visitor(browser)
    try:
        page.goto(server.url)
        expect(page.get_by_role("heading", name="three things to do")).to_be_visible()
        assert page.locator(".door").count() == 3
        page.get_by_role("button", name="Make the pack").click()
        expect(page.get_by_role("region", name="Findings")).to_contain_text("No findings.")
        assert (tmp_path / "empty/content/my_cards/cards.bot").is_file()
    finally:
        context.close()
        server.close()
