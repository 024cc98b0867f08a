"""Records on the page, as a person looks through them: dropped or chosen, drawn, compared, explained, counted."""

from __future__ import annotations

import base64
import gzip
import json
import re
from pathlib import Path
from typing import Any

import pytest
import records_made as made
from test_page import AXE, DESK, PHONE, SMALL_TARGETS, Visit, address, browser, expect  # noqa: F401 - fixtures

SIZES = pytest.mark.parametrize("size", [PHONE, DESK], ids=["phone", "desk"])


def _wrong() -> bytes:
    """Tenhou's XML with a price of 9600 for 4 han 30 fu of the dealer, which are 11600, and a payment that is 100 short."""

    def change(game: dict[str, Any]) -> None:
        game["hands"][0]["wins"][0].update(points=9600)
        game["hands"][1]["wins"][0].update(deltas=[-3900, 8100, -2100, -2100])

    return made.mjlog(made.changed(change)).encode()


def _files(**held: bytes) -> list[dict[str, Any]]:
    return [{"name": name, "mimeType": "application/octet-stream", "buffer": data} for name, data in held.items()]


HELD = _files(
    wrong=gzip.compress(_wrong()),
    right=json.dumps(made.tenhou6(made.game())).encode(),
    hostile=b'<!DOCTYPE x [<!ENTITY a "aa"><!ENTITY b "&a;&a;">]><mjloggm><img src=x onerror=alert(1)>&b;</mjloggm>',
)


def _open(visit: Visit) -> Any:
    visit.page.goto(visit.address + "#/records")
    visit.page.locator(".drop").wait_for()
    return visit.page


def _judged(page: Any) -> Any:
    told = page.get_by_test_id("judged")
    expect(told).to_contain_text(re.compile(r"\d"), timeout=20_000)
    return told


def _left(visit: Visit) -> None:
    # whoever goes while it is being counted leaves the server at it, and it takes few files at once
    expect(visit.page.locator("main progress")).to_have_count(0, timeout=60_000)
    said = visit.said
    visit.context.close()
    assert not said


@pytest.mark.parametrize(("size", "lang", "theme"), [(PHONE, "en", "light"), (DESK, "ja", "dark")], ids=["phone", "desk"])
def test_records_are_judged_drawn_compared_and_counted(browser, address, size, lang, theme):  # noqa: F811
    visit = Visit(browser, address, size, lang, color_scheme=theme, reduced_motion="reduce")
    page = _open(visit)
    page.locator("input[type=file]").first.set_input_files(HELD)
    told = _judged(page)
    if lang == "en":
        # the game with what is wrong in it, the one without; the third isn't read
        expect(told).to_have_text("2 games, 6 wins, 2 draws, 3 findings, 1 part can't be read")
        expect(page.locator("main")).to_contain_text("In 1 game nothing differs.")
    cards = page.locator("article")
    expect(cards).to_have_count(4)
    first = cards.first
    # the price differs, nothing else of this win does
    differing = first.locator("tr.differs")
    expect(differing).to_have_count(1)
    expect(differing.locator("td").first).to_have_text("9600")
    expect(differing.locator("td").last).to_contain_text("11600")
    # East declared riichi with its only discard; all four hands are there, 13 tiles each, and the winning one apart
    expect(first.locator(".seat")).to_have_count(4)
    expect(first.locator(".seat .hand .face")).to_have_count(4 * 13 + 1)
    expect(first.locator(".seat").first.locator(".discards .sideways")).to_have_count(1)
    expect(first.locator(".seat").nth(1).locator(".claimed")).to_have_count(1)
    # the payments of the second: one who paid too little, and the winner
    expect(cards.nth(1).locator("tr.differs")).to_have_count(2)
    expect(cards.nth(1).locator(".hand .back")).to_have_count(2)  # a closed kan
    # the derivation lights its tiles
    first.locator("summary").first.click()
    first.locator("details button.lights").first.focus()
    assert first.locator(".hand .lit").count() > 0
    # pictures, and the same as tables
    picture = page.locator("img.picture")
    expect(picture).to_be_visible(timeout=60_000)
    assert picture.evaluate("one => one.decode().then(() => one.naturalWidth)") > 300
    expect(page.locator(".tables table").first).to_contain_text("%")
    assert page.evaluate("document.documentElement.scrollWidth <= innerWidth")
    assert not page.evaluate(SMALL_TARGETS)
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run(document)")
    assert [(one["id"], one["nodes"][0]["target"]) for one in found["violations"]] == []
    visit.shot("records")
    _left(visit)


def test_findings_are_chosen_by_what_they_are_about(browser, address):  # noqa: F811
    visit = Visit(browser, address, DESK)
    page = _open(visit)
    page.locator("input[type=file]").first.set_input_files(HELD)
    _judged(page)
    choice = page.locator(".topic select")
    choice.select_option("points")
    expect(page.locator("article")).to_have_count(1)
    choice.select_option("unreadable")
    expect(page.locator("article")).to_have_count(1)
    expect(page.locator("article")).to_contain_text("hostile")
    choice.select_option("")
    expect(page.locator("article")).to_have_count(4)
    # by rules that round 4 han 30 fu up to a mangan the dealer gets 12000
    page.goto(address + "#/records?rules=" + '{"base":"tenhou","kiriage_mangan":true}')
    page.get_by_label("By the rules chosen above").check()
    expect(page.locator("article").first).to_contain_text("12000", timeout=20_000)
    _left(visit)


DROP = """([text, folder]) => {
  const file = new File([Uint8Array.from(atob(text), (one) => one.charCodeAt(0))], "deep.mjlog");
  const entry = (name, more) => ({ name, fullPath: folder + "/" + name, isDirectory: false, ...more });
  const held = [entry("deep.mjlog", { file: (take) => take(file) }), entry(".hidden", { file: (take) => take(file) })];
  let given = [held, []];
  const reader = { readEntries: (take) => take(given.shift()) };
  const dropped = { name: folder, fullPath: folder, isDirectory: true, createReader: () => reader };
  const event = new Event("drop", { bubbles: true, cancelable: true });
  Object.defineProperty(event, "dataTransfer", { value: { items: [{ webkitGetAsEntry: () => dropped }] } });
  document.querySelector(".drop").dispatchEvent(event);
}"""


def test_a_folder_is_dropped_and_all_is_done_by_keyboard(browser, address, tmp_path: Path):  # noqa: F811
    visit = Visit(browser, address, DESK)
    page = _open(visit)
    page.evaluate(DROP, [base64.b64encode(_wrong()).decode(), "/evening"])
    expect(_judged(page)).to_have_text("1 game, 3 wins, 1 draw, 3 findings")
    expect(page.locator("article h3").first).to_contain_text("evening/deep.mjlog · East 1")
    expect(page.locator("main progress")).to_have_count(0, timeout=60_000)
    # the same by the button for folders
    folder = tmp_path / "club"
    folder.mkdir()
    (folder / "one.mjlog").write_bytes(made.mjlog(made.game()).encode())
    page.get_by_role("button", name="Choose files").focus()
    page.keyboard.press("Tab")
    expect(page.get_by_role("button", name="Choose a folder")).to_be_focused()
    # the browser's own dialog can't be worked by a test: that it is asked for is seen, and what it would give is given
    field = page.locator("input[webkitdirectory]")
    field.evaluate("(field) => field.onclick = (event) => { event.preventDefault(); document.body.dataset.asked = 'yes'; }")
    page.keyboard.press("Enter")
    expect(page.locator("body")).to_have_attribute("data-asked", "yes")
    field.set_input_files(folder)
    expect(page.get_by_test_id("judged")).to_have_text("1 game, 3 wins, 1 draw, nothing differs", timeout=20_000)
    expect(page.locator("article")).to_have_count(0)
    _left(visit)


def test_without_a_server_it_says_so(browser, address):  # noqa: F811
    visit = Visit(browser, address, PHONE)
    page = _open(visit)
    visit.context.set_offline(True)
    page.locator("input[type=file]").first.set_input_files(HELD[:1])
    expect(page.get_by_test_id("judged")).to_have_text("The server is away")
    visit.context.close()
