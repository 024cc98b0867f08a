"""Records that are sent to the API: judged line by line, drawn, counted; hostile ones refused or told, and nothing written."""

from __future__ import annotations

import gzip
import io
import json
import tarfile
import zipfile
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the API needs the extra web")
pytest.importorskip("httpx2", reason="the client of the tests")
jsonschema = pytest.importorskip("jsonschema", reason="answers are held against their shapes")

import records_made as made  # noqa: E402 - these need the above
from starlette.testclient import TestClient  # noqa: E402

from chouma.records import formats, mjlog  # noqa: E402
from chouma.records.audit import audit_game  # noqa: E402
from chouma.records.board import board, drawn  # noqa: E402
from chouma.web import parts, records, upload  # noqa: E402
from chouma.web.app import application  # noqa: E402
from chouma.web.openapi import document  # noqa: E402

XML = {"content-type": "application/xml"}


def _wrong() -> dict[str, Any]:
    """The first hand is told at 9600: 4 han 30 fu of the dealer are 11600."""
    return made.changed(lambda game: game["hands"][0]["wins"][0].update(points=9600))


WRONG = made.mjlog(_wrong()).encode()
RIGHT = made.mjlog(made.game()).encode()


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(application(), base_url="http://localhost")


def audited(response: Any) -> list[dict[str, Any]]:
    """The lines of an answer, each of the shape that the document promises."""
    assert response.status_code == 200, response.text[:300]
    lines = [json.loads(line) for line in response.text.splitlines()]
    shape = {"$ref": "#/components/schemas/AuditLine", "components": document()["components"]}
    check = jsonschema.Draft202012Validator(shape)
    for line in lines:
        check.validate(line)
    assert [line["is"] for line in lines].count("summary") == 1 and lines[-1]["is"] == "summary"
    return lines


def problems(response: Any, status: int) -> list[str]:
    assert response.status_code == status, response.text[:300]
    return [one["id"] for one in response.json()["problems"]]


# ------------------------------------------------------------------------------------------- what is found


def test_the_example_of_the_document_is_answered(client: TestClient) -> None:
    body = document()["paths"]["/audit"]["post"]["requestBody"]["content"]["application/xml"]["examples"]["example1"]["value"]
    game, hand, summary = audited(client.post("/api/audit", content=body, headers=XML))
    assert (game["format"], game["rules"], game["wins"], game["findings"]) == ("mjlog", "tenhou", 1, 2)
    # 4 han 30 fu of the dealer: 11600, and the stick that was laid comes back
    assert [(one["topic"], one["told"], one["computed"]) for one in hand["findings"]] == [
        ("points", "9600", "11600"),
        ("deltas", "+10600 -9600 0 0", "+12600 -11600 0 0"),
    ]
    assert summary["complete"] and summary["findings"] == 2


@pytest.mark.parametrize("text", [WRONG, json.dumps(made.tenhou6(_wrong())).encode()], ids=["mjlog", "tenhou6"])
def test_a_wrong_price_is_found_with_its_hand_drawn(client: TestClient, text: bytes) -> None:
    lines = audited(client.post("/api/audit", content=text, headers={"content-type": "application/octet-stream"}))
    (hand,) = [line for line in lines if line["is"] == "hand"]
    (finding,) = hand["findings"]
    told = [finding[key] for key in ("topic", "seat", "wind", "told", "computed")]
    assert told == ["points", "East", "E", "9600", "11600"]
    (win,) = hand["board"]["wins"]
    assert (win["seat"], win["giver"], win["tile"], win["differs"]) == ("E", "S", "4p", ["points"])
    assert (win["told"]["points"], win["computed"]["points"], win["computed"]["fu"]) == (9600, 11600, 30)
    east, south, *_ = hand["board"]["seats"]
    assert east["player"] == "Anna" and "".join(tile[0] for tile in east["concealed"]) == "1232345622789"
    assert east["win"] == "4p" and east["discards"] == [{"tile": "9p", "drawn": True, "riichi": True, "claimed": False}]
    assert south["discards"][0]["claimed"] and (south["told"], south["computed"]) == (-11600, -11600)
    assert finding["lines"][0]["text"]


def test_without_explanation_there_are_no_lines_and_a_language_is_spoken(client: TestClient) -> None:
    lines = audited(client.post("/api/audit?explain=false&lang=ja", content=WRONG, headers=XML))
    assert lines[1]["findings"][0]["lines"] == []
    assert lines[1]["board"]["wins"][0]["computed"]["yaku"][0]["name"] == "一発"


def test_right_records_are_counted_alone(client: TestClient) -> None:
    game, summary = audited(client.post("/api/audit", content=RIGHT, headers=XML))
    assert (game["rounds"], game["wins"], game["draws"], game["findings"]) == (4, 3, 1, 0)
    assert summary["games"] == 1


def test_rules_take_the_place_of_those_of_the_record(client: TestClient) -> None:
    # 4 han 30 fu are rounded up to a mangan, of the dealer 12000
    rules = json.dumps({"base": "tenhou", "kiriage_mangan": True})
    lines = audited(client.post("/api/audit", params={"rules": rules}, content=RIGHT, headers=XML))
    assert ("points", "11600", "12000") in [(one["topic"], one["told"], one["computed"]) for one in lines[1]["findings"]]


def test_several_files_and_archives_are_read(client: TestClient) -> None:
    tar, zipped = io.BytesIO(), io.BytesIO()
    with tarfile.open(fileobj=tar, mode="w:gz") as archive:
        entry = tarfile.TarInfo("../a.mjlog")
        entry.size = len(RIGHT)
        archive.addfile(entry, io.BytesIO(RIGHT))
    with zipfile.ZipFile(zipped, "w") as archive:
        archive.writestr("b.mjlog", gzip.compress(WRONG))
    sent = [("record", (name, data)) for name, data in (("x/one.tgz", tar.getvalue()), ("two.zip", zipped.getvalue()), ("three", b"junk"))]
    lines = audited(client.post("/api/audit", files=sent))
    assert [line["record"] for line in lines if line["is"] == "game"] == ["x/one.tgz:../a.mjlog", "two.zip:b.mjlog", "three"]
    assert (lines[-1]["games"], lines[-1]["findings"], lines[-1]["unreadable"]) == (2, 1, 1)


# ------------------------------------------------------------------------------------------- the drawing


def test_a_board_shows_melds_discards_and_both_prices() -> None:
    game = mjlog.read(made.mjlog(made.game()))
    last = board(game.rounds[3], game.rules, game.names)
    east = last.seats[0]
    # dragons from across, from the right and from the left, in the order of the calls
    assert east.to_dict()["melds"] == ["(5^55z)", "(6>66z)", "(7<77z)"]
    # of North, who threw 8p 6z 8s 9s, the 6z was called; of South, dealt in by nobody, the 7z
    claimed = [[one.claimed for one in seat.discards] for seat in last.seats[1:]]
    assert claimed == [[False, True, False, False], [True, False, False], [True, False]]
    assert last.wins[0].told.yakuman and last.wins[0].differs == ()
    assert (east.told, east.computed, last.seats[3].computed) == (48300, 48300, -48300)
    draw = board(game.rounds[2], game.rules).to_dict("en")
    assert draw["draw"] and draw["wall"] == 0 and max(len(seat["discards"]) for seat in draw["seats"]) == 18
    assert last == board(game.rounds[3], game.rules, game.names) and hash(last)


def test_a_robbed_kan_and_what_is_no_matter_of_a_hand() -> None:
    game = mjlog.read(made.mjlog(made.robbed()))
    robbed = board(game.rounds[0], game.rules).to_dict()
    assert [(win["seat"], win["giver"], win["tile"]) for win in robbed["wins"]] == [("W", "E", "5s")]
    # the pon was called from the left, and the fourth tile lies on the claimed one
    assert [seat["melds"] for seat in robbed["seats"]] == [["(05<5+5s)"], [], [], []]
    wrong = mjlog.read(made.mjlog(made.changed(lambda game: game["finals"]["totals"].__setitem__(0, "15.7"))))
    ((drawing, findings),) = drawn(audit_game(wrong))
    assert drawing is None and findings[0].topic == "final"
    assert [one[0] for one in drawn(audit_game(mjlog.read(WRONG.decode())), most=0)] == [None]


# ------------------------------------------------------------------------------------------- statistics


def test_statistics_are_those_of_the_library(client: TestClient) -> None:
    response = client.post("/api/stats?charts=false", files=[("record", ("a", RIGHT)), ("record", ("b", b"{}"))])
    assert response.status_code == 200
    answer = response.json()
    shape = {"$ref": "#/components/schemas/Statistics", "components": document()["components"]}
    jsonschema.Draft202012Validator(shape).validate(answer)
    # four hands, of which three are won: by 0, 1 and 2
    assert (answer["games"], answer["hands"], answer["unreadable"], answer["svg"]) == (1, 4, 1, None)
    assert answer["ends"] == {"ron": 1, "tsumo": 2, "exhaustive": 1}
    assert answer["groups"]["Cleo"]["wins"] == 1 and answer["tables"][0]["rows"]
    by_seat = client.post("/api/stats?charts=false&by=seat", content=RIGHT, headers=XML).json()
    assert set(by_seat["groups"]) == {"E", "S", "W", "N"}


def test_statistics_have_their_pictures(client: TestClient) -> None:
    pytest.importorskip("vl_convert", reason="pictures need the extra charts")
    answer = client.post("/api/stats", content=RIGHT, headers=XML).json()
    assert answer["svg"].startswith("<svg") and "<script" not in answer["svg"]


# ------------------------------------------------------------------------------------------- bounds, and what is hostile

BOMB = b'<?xml version="1.0"?><!DOCTYPE x [<!ENTITY a "aaaaaaaaaa"><!ENTITY b "&a;&a;&a;&a;">]><mjloggm>&b;</mjloggm>'
HOSTILE = {
    **{"entities": BOMB, "external": b'<!DOCTYPE x [<!ENTITY a SYSTEM "file:///etc/passwd">]><mjloggm><GO type="&a;"/></mjloggm>'},
    **{"gzip": gzip.compress(RIGHT)[:-20], "bomb": gzip.compress(b"[" * (20 << 20)), "deep": b"[" * 100_000, "bytes": bytes(range(256))},
    **{"types": b'{"log": [[1, null, {}]], "name": 5}', "surrogate": b'{"title": "\\ud800", "log": [[]]}', "empty": b""},
}


@pytest.mark.parametrize("name", HOSTILE)
@pytest.mark.parametrize("path", ["/api/audit", "/api/stats?charts=false"])
def test_what_is_hostile_is_told_and_costs_nothing(client: TestClient, path: str, name: str) -> None:
    sent = [("record", ("right", RIGHT)), ("record", (f"<b>{name}</b>", HOSTILE[name])), ("record", ("also right", RIGHT))]
    response = client.post(path, files=sent)
    assert response.status_code == 200
    last = json.loads(response.text.splitlines()[-1])
    assert last["games"] >= 2 and last["unreadable"] >= 1 and last["complete"]
    assert "root:" not in response.text


def test_what_is_asked_wrongly_is_refused(client: TestClient) -> None:
    assert problems(client.post("/api/audit", content=RIGHT, headers={"content-type": "text/html"}), 415) == ["unsupported_type"]
    assert problems(client.post("/api/audit?rules=ningbo&explain=perhaps", content=RIGHT, headers=XML), 422) == ["bad_rules", "bad_value"]
    assert problems(client.post("/api/audit?rules={", content=RIGHT, headers=XML), 400) == ["json"]
    assert problems(client.post("/api/stats?by=hair&charts=1", content=RIGHT, headers=XML), 422) == ["bad_value", "bad_value"]
    assert problems(client.post("/api/stats?explain=true", content=RIGHT, headers=XML), 422) == ["unknown_key"]
    assert problems(client.get("/api/audit"), 405) == ["method_not_allowed"]


@pytest.mark.parametrize(
    ("kind", "body"),
    [
        ("multipart/form-data", b""),
        ("multipart/form-data; boundary=x", b"nothing of it"),
        ("multipart/form-data; boundary=x", b"--x--\r\n"),
        ("multipart/form-data; boundary=x", b"--x\r\nA: b\r\n\r\n<GO/>"),
        ("multipart/form-data; boundary=x", b'--x\r\nContent-Disposition: form-data; name="file"\r\n\r\n<GO/>\r\n--x--\r\n'),
        ("multipart/form-data; boundary=x", b"--x" + b"y" * 20_000 + b"\r\n\r\n--x--"),
    ],
)
def test_bodies_that_break_off_are_refused(client: TestClient, kind: str, body: bytes) -> None:
    assert problems(client.post("/api/audit", content=body, headers={"content-type": kind}), 422) == ["unreadable"]


def test_bounds_hold(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_GAMES", 2)
    lines = audited(client.post("/api/audit", content=RIGHT * 5, headers=XML))
    assert lines[-1]["games"] == 2 and not lines[-1]["complete"] and "2 games" in lines[-1]["left_out"]
    assert not client.post("/api/stats?charts=false", content=RIGHT * 5, headers=XML).json()["complete"]
    monkeypatch.setattr(records, "MOST_DRAWN", 1)
    lines = audited(client.post("/api/audit", content=WRONG * 2, headers=XML))
    assert [line["board"] is None for line in lines if line["is"] == "hand"] == [False, True]
    monkeypatch.setattr(parts, "MOST_FILES", 1)
    assert problems(client.post("/api/audit", files=[("record", ("a", RIGHT)), ("record", ("b", RIGHT))]), 413) == ["too_many_rows"]
    monkeypatch.setattr(upload, "MOST_UPLOAD", 100)
    assert problems(client.post("/api/audit", content=RIGHT, headers=XML), 413) == ["too_long"]
    assert problems(client.post("/api/stats", content=RIGHT, headers=XML), 413) == ["too_long"]


def test_time_is_bounded(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(records, "MOST_SECONDS", -1)
    (summary,) = audited(client.post("/api/audit", content=RIGHT, headers=XML))
    assert not summary["complete"]


def test_nothing_is_written(client: TestClient, tmp_path: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("tempfile.tempdir", str(tmp_path))
    client.post("/api/audit", files=[("record", ("../../a.mjlog", WRONG + b" " * (3 << 20)))])
    assert not list(tmp_path.iterdir())


def test_places_are_free_again(client: TestClient) -> None:
    for _ in range(3 * upload.MOST_AT_ONCE):
        audited(client.post("/api/audit", content=WRONG, headers=XML))
        assert client.post("/api/audit?rules=none", content=WRONG, headers=XML).status_code == 422


def test_names_of_parts_are_read_as_browsers_write_them() -> None:
    body = '--x\r\ncontent-disposition: form-data; name="record"; filename="牌譜/a%22b.xml"\r\n\r\n\r\n--x--\r\n'.encode()
    assert [(one.name, one.data) for one in parts.Parts(body, 'multipart/form-data; boundary="x"')] == [('牌譜/a"b.xml', b"")]
    assert len(parts.Parts(b"abc", "application/zip")) == 1
    assert formats.FORMATS  # what is in a part is told by its content, whatever it is called
