"""The JSON API and `chouma serve`: the examples of its own document, refusals in one form, bounds, headers, and no state."""

from __future__ import annotations

import io
import json
import re
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

pytest.importorskip("starlette", reason="the API needs the extra web")
pytest.importorskip("uvicorn", reason="the API needs the extra web")
httpx = pytest.importorskip("httpx2", reason="the client of the tests")
jsonschema = pytest.importorskip("jsonschema", reason="answers are held against their shapes")

from starlette.testclient import TestClient  # noqa: E402 - these need the above

import chouma  # noqa: E402
from chouma import wire  # noqa: E402
from chouma.errors import Problem  # noqa: E402
from chouma.settling import settle_request  # noqa: E402
from chouma.web import about, api, pages, upload  # noqa: E402
from chouma.web.app import application, ask  # noqa: E402
from chouma.web.guard import POLICY, Guard  # noqa: E402
from chouma.web.openapi import document  # noqa: E402
from chouma.web.problems import STATUS, UNPROCESSABLE  # noqa: E402
from chouma.web.routes import ROUTES, Route  # noqa: E402
from chouma.web.server import hosts_for  # noqa: E402
from chouma.web.speech import language, spoken  # noqa: E402

HAND = {"hand": "234m 345678p 6634s +5s", "seat": "S", "round": "E", "flags": ["riichi"], "rules": "tenhou"}
JSON = {"content-type": "application/json"}


@pytest.fixture(scope="module")
def client() -> TestClient:
    return TestClient(application(), base_url="http://localhost")


def problems(response: Any, status: int) -> list[str]:
    """The ids of a refusal, which has one form whatever is refused."""
    assert response.status_code == status, response.text[:300]
    answer = response.json()
    assert answer["ok"] is False and answer["schema"].startswith("chouma.")
    assert all(set(one) == {"id", "message", "where"} and one["message"] for one in answer["problems"])
    known = {problem.id for problem in Problem} | set(wire.PROBLEMS) | set(STATUS) | {"unreadable"}
    assert {one["id"] for one in answer["problems"]} <= known
    return [one["id"] for one in answer["problems"]]


# ------------------------------------------------------------------------------------------- what is answered

EXAMPLES = [(route, example) for route in ROUTES for example in route.examples]


@pytest.mark.parametrize(("route", "example"), EXAMPLES, ids=lambda value: value.id if isinstance(value, Route) else "")
def test_examples_of_the_document_are_answered_as_it_says(client: TestClient, route: Route, example: dict[str, Any]) -> None:
    path = "/api" + route.path.format(**example)
    response = client.get(path) if route.fields is None else client.post(path, json=example)
    assert response.status_code == 200, response.text[:300]
    shape = {"$ref": f"#/components/schemas/{route.schema}", "components": document()["components"]}
    jsonschema.Draft202012Validator(shape).validate(response.json())


def test_the_document_is_served_and_lists_every_address(client: TestClient) -> None:
    told = client.get("/api/openapi.json").json()
    assert told["openapi"] == "3.1.0"
    assert set(told["paths"]) == {route.path for route in ROUTES} | {"/batch", "/audit", "/stats"}
    refs = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(told)))
    assert refs <= set(told["components"]["schemas"])


def test_a_score_is_that_of_the_library(client: TestClient) -> None:
    answer = client.post("/api/score", json=HAND).json()
    assert (answer["han"], answer["fu"], answer["points"]) == (3, 30, 3900)  # riichi, pinfu, tanyao
    assert answer == wire.score_request(HAND)


def test_a_hand_that_is_not_paid_is_an_answer(client: TestClient) -> None:
    response = client.post("/api/score", json={"hand": "66p 78s (222m) (333m) (444m) +9s", "seat": "S", "round": "E"})
    assert response.status_code == 200 and response.json()["reason"] == "no_yaku"


def test_a_table_is_settled(client: TestClient) -> None:
    request = {"rules": "tenhou", "draw": {"kind": "exhaustive", "tenpai": ["E", "S"]}}
    answer = client.post("/api/settle", json=request).json()
    assert answer["deltas"] == {"E": 1500, "S": 1500, "W": -1500, "N": -1500}
    assert answer == settle_request(request)


def test_an_explanation_tells_of_other_readings_and_of_what_is_lacking(client: TestClient) -> None:
    request = {"hand": "111222333m 44p 78s *9s", "seat": "S", "round": "E", "why_not": ["chanta", "sanankou", "nagashi_mangan"]}
    answer = client.post("/api/explain", json=request).json()
    # 111m 222m 333m are three concealed triplets: 2 han and menzen tsumo; as runs they are menzen tsumo, pinfu, iipeikou
    assert answer["score"]["han"] == 3 and len(answer["alternatives"]) == 1
    assert (answer["alternatives"][0]["han"], answer["alternatives"][0]["fu"]) == (3, 20)
    assert [(one["yaku"], one["has"]) for one in answer["why_not"]] == [("chanta", False), ("sanankou", True), ("nagashi_mangan", False)]
    # 4 han 40 fu are 2560 base points, which is more than a mangan: 2000 from each and 4000 from the dealer
    assert answer["one_more"]["payments"] == {"dealer": 4000, "each_nondealer": 2000, "total": 8000}
    everything = client.post("/api/explain", json={**HAND, "why_not": "all"}).json()
    assert {"pinfu", "daisangen"} <= {one["yaku"] for one in everything["why_not"]}
    classical = {"hand": "13p555p99s(666z)(234m)+2p", "seat": "S", "rules": "ningbo"}
    assert client.post("/api/explain", json=classical).json()["one_more"] is None
    assert problems(client.post("/api/explain", json={**classical, "why_not": "all"}), 422) == ["bad_value"]
    assert problems(client.post("/api/explain", json={**HAND, "why_not": ["pinfoo"]}), 422) == ["bad_value"]
    assert problems(client.post("/api/explain", json={**HAND, "why_not": "pinfu"}), 422) == ["wrong_type"]


def test_text_in_any_notation_is_read_as_far_as_it_goes(client: TestClient) -> None:
    for text in ("46m 22z (333p) [1111z] +0m", "四六萬 南南 (三三三筒) [東東東東] +赤五萬", "m46z22+m0,(333p),z1111"):
        answer = client.post("/api/read", json={"hand": text}).json()
        assert answer["text"] == "46m 22z (333p) [1111z] +0m"
        assert (answer["win"], answer["by"], [meld["type"] for meld in answer["melds"]]) == ("0m", "ron", ["pon", "ankan"])
        assert answer["written"]["mpsz"] is None  # plain MPSZ has no melds
    assert client.post("/api/read", json={"hand": ""}).json()["tiles"] == []
    assert client.post("/api/read", json={"hand": "12m"}).json()["size"] == 2
    refused = client.post("/api/read", json={"hand": "12m9x"})
    assert problems(refused, 422) == ["text"] and refused.json()["problems"][0]["where"] == "hand:5"
    assert problems(client.post("/api/read", json={"hand": "1m", "notation": "braille"}), 422) == ["unknown_notation"]


def test_rule_sets_are_told_switch_by_switch(client: TestClient) -> None:
    listed = client.get("/api/rules").json()["rules"]
    assert [one["name"] for one in listed] == list(chouma.preset_names())
    for one in listed:
        told = client.get(f"/api/rules/{one['name']}").json()
        found = chouma.rules(one["name"])
        assert [row["switch"] for row in told["switches"]] == list(found.switches)
        assert all(row["doc"] and row["source"] and row["allowed"] for row in told["switches"])
        assert (told["booklet"] is not None) == (one["family"] == "classical")
    assert problems(client.get("/api/rules/tenhoo"), 404) == ["not_found"]
    assert "did you mean tenhou" in client.get("/api/rules/tenhoo").json()["problems"][0]["message"]
    assert problems(client.get("/api/rules/..%2f..%2fetc%2fpasswd"), 404) == ["not_found"]
    assert problems(client.get("/api/rules/club.toml"), 404) == ["not_found"]


def test_what_a_form_needs_of_a_switch_is_true() -> None:
    """Every choice and both ends of every range are taken, and what lies beyond isn't."""
    tried = 0
    for name in ("general", "ningbo"):
        found = chouma.rules(name)
        for row in json.loads(ask(f"/api/rules/{name}").body)["switches"]:
            switch = found.switches[row["switch"]]
            for choice in row["choices"] or [row["least"], row["most"], *row["names"]] if row["most"] is not None else row["choices"] or []:
                switch.check(choice)
                tried += 1
            if row["most"] is not None:
                with pytest.raises(chouma.RuleError):
                    switch.check(row["most"] + row["step"])
    assert tried > 100


def test_a_rule_set_of_ones_own_is_checked(client: TestClient) -> None:
    mine = {"base": "tenhou", "name": "club", "red_fives": 0, "double_wind_pair_fu": 2}
    answer = client.post("/api/rules/check", json={"rules": mine}).json()
    assert answer["wire"] == mine and answer["against"] == "tenhou"
    assert [(row["switch"], row["mine"], row["theirs"]) for row in answer["diff"]] == [("red_fives", 0, 3), ("double_wind_pair_fu", 2, 4)]
    assert [row["switch"] for row in answer["switches"] if row["differs"]] == ["red_fives", "double_wind_pair_fu"]
    refused = client.post("/api/rules/check", json={"rules": {"red_fives": 7, "kuitan": 1}, "against": "nowhere"})
    assert problems(refused, 422) == ["bad_rules", "bad_rules", "unknown_rules"]
    assert [one["where"] for one in refused.json()["problems"]] == ["rules.kuitan", "rules.red_fives", "against"]
    assert problems(client.post("/api/rules/check", json={"rules": "tenhou", "against": "ningbo"}), 422) == ["bad_value"]


def test_waits_and_comparisons_and_tables(client: TestClient) -> None:
    waits = client.post("/api/waits", json={"hand": "234m 345678p 6634s", "seat": "S", "round": "E", "flags": ["riichi"]}).json()
    told = [(one["tile"], one["left"], one["ron"]["points"]) for one in waits["waits"]]
    assert told == [("2s", 4, 3900), ("5s", 3, 3900), ("0s", 1, 7700)]
    assert problems(client.post("/api/waits", json={"hand": "1m", "seat": "Q", "round": "E"}), 422) == ["bad_value"]
    request = {"hand": "13p 555p 99s (666z) (234m) +2p", "seat": "S", "round": "E", "rules": ["ningbo", "general"]}
    both = client.post("/api/compare", json=request).json()
    assert [one.get("score", one.get("points")) for one in both["answers"]] == [40, 1000]
    assert problems(client.post("/api/compare", json={**request, "rules": ["ningbo"]}), 422) == ["bad_value"]
    wrong = client.post("/api/compare", json={**request, "rules": ["ningbo", "x", {"red_fives": 9}]})
    assert problems(wrong, 422) == ["unknown_rules", "bad_rules"]
    assert "no_winning_tile" in problems(client.post("/api/compare", json={**request, "hand": "123m"}), 422)
    table = client.post("/api/table", json={"rules": "tenhou", "dealer": True, "honba": 1}).json()
    cell = next(cell for row in table["tables"][0]["rows"] if row["han"] == 3 for cell in row["cells"] if cell["fu"] == 40)
    assert cell["ron"]["payments"]["discarder"] == 7700 + 300 and cell["tsumo"]["payments"]["each_nondealer"] == 2600 + 100
    assert problems(client.post("/api/table", json={"rules": "ningbo", "honba": 1}), 422) == ["bad_value"]


# ------------------------------------------------------------------------------------------------- languages


def test_the_language_is_the_one_asked_for(client: TestClient) -> None:
    assert client.post("/api/score", json=HAND).headers["content-language"] == "en"
    for lang in spoken():
        for response in (
            client.post(f"/api/score?lang={lang}", json=HAND),
            client.post("/api/score", json={**HAND, "lang": lang}),
            client.post("/api/score", json=HAND, headers={"accept-language": f"fr, {lang};q=0.5"}),
        ):
            assert response.headers["content-language"] == lang
            assert response.json() == wire.score_request(HAND, lang)
    assert problems(client.post("/api/score?lang=tlh", json=HAND), 422) == ["unknown_language"]
    assert problems(client.post("/api/score", json={**HAND, "lang": 3}), 422) == ["unknown_language"]
    assert client.get("/api/messages").json()["messages"] == {}


@pytest.mark.parametrize("header", ["", ";;;", "q=1", "*", "en;q=x", "ja;q=", "\x00", "a" * 10_000, "ja;q=-1", "ja;q=nan"])
def test_no_header_is_too_strange(header: str) -> None:
    assert language(None, header, []) in spoken()


# -------------------------------------------------------------------------------------------------- refusals

HOSTILE: list[tuple[bytes, int, str]] = [
    (b"", 400, "json"),
    (b"{", 400, "json"),
    (b"\x00", 400, "json"),
    (b"\xff\xfe", 400, "json"),
    (b"[" * 400_000, 400, "json"),
    (b'{"a":' * 100_000, 400, "json"),
    (b'{"honba": ' + b"9" * 100_000 + b"}", 400, "json"),
    (b'{"honba": NaN}', 400, "json"),
    (b'{"hand": "1m", "hand": "2m"}', 400, "duplicate_key"),
    (b"[]", 422, "wrong_type"),
    (b"null", 422, "wrong_type"),
    (b'"hand"', 422, "wrong_type"),
    (b'{"hand": "\\ud800", "seat": "S", "round": "E"}', 422, "text"),
    (b'{"hand": "1m\\u0000", "seat": "S", "round": "E"}', 422, "text"),
    (b'{"\\ud800": 1, "hand": 5}', 422, "unknown_key"),
    (b'{"hand": ["1m"], "seat": 1e999, "round": {}}', 422, "wrong_type"),
    (b'{"hand": "1m", "rules": {"base": ["x"]}}', 422, "missing_key"),
    (b" " * 1_000_001, 413, "too_long"),
]
POSTS = [route for route in ROUTES if route.fields is not None]


@pytest.mark.parametrize(("body", "status", "id"), HOSTILE, ids=lambda value: repr(value)[:30])
@pytest.mark.parametrize("route", POSTS, ids=lambda route: route.id)
def test_hostile_bodies_are_refused(client: TestClient, route: Route, body: bytes, status: int, id: str) -> None:
    found = problems(client.post("/api" + route.path, content=body, headers=JSON), status)
    if status != 422:
        assert found == [id]
    elif route.id == "score":
        assert id in found


FORMS = ["", "text/plain", "application/x-www-form-urlencoded", "multipart/form-data; boundary=x", "application/jsonp"]


@pytest.mark.parametrize("type", FORMS)
def test_only_json_is_read(client: TestClient, type: str) -> None:
    body = json.dumps(HAND)
    assert problems(client.post("/api/score", content=body, headers={"content-type": type}), 415) == ["unsupported_type"]
    assert client.post("/api/score", content=body, headers={"content-type": "Application/JSON; charset=utf-8"}).status_code == 200


def test_unknown_addresses_and_ways(client: TestClient) -> None:
    assert problems(client.get("/api/nothing"), 404) == ["not_found"]
    assert problems(client.get("/api/"), 404) == ["not_found"]
    for method, path, allowed in (("GET", "/api/score", "POST"), ("DELETE", "/api/rules/check", "POST"), ("PUT", "/api/health", "GET")):
        response = client.request(method, path)
        assert problems(response, 405) == ["method_not_allowed"]
        assert allowed in response.headers["allow"]
    assert problems(client.get("/api/rules?langg=ja&x=1"), 422) == ["unknown_key", "unknown_key"]
    assert problems(client.get("/api/rules?lang=ja&lang=en"), 400) == ["duplicate_key"]


def test_a_body_longer_than_it_says_or_endless_is_refused(client: TestClient) -> None:
    def endless() -> Iterator[bytes]:
        for _ in range(40):
            yield b" " * 50_000

    assert problems(client.post("/api/score", content=endless(), headers=JSON), 413) == ["too_long"]


def test_an_answer_may_hold_more_than_64_bits(client: TestClient) -> None:
    unlimited = {"base": "general", "aotenjou": "keep"}
    if "keep" not in (chouma.rules("general").switches["aotenjou"].choices or ()):
        unlimited["aotenjou"] = next(one for one in chouma.rules("general").switches["aotenjou"].choices or () if one != "off")
    request = {"hand": "11z (222z) (333z) (444z) [1111z] *1z", "seat": "E", "round": "E", "rules": unlimited}
    request |= {"hand": "1z (2222z) (3333z) (4444z) [5555z] *1z", "dora_indicators": ["1z"] * 3 + ["2z", "3z"], "strict": False}
    response = client.post("/api/score", json=request)
    assert response.status_code == 200
    assert response.json()["points"] > 2**63


def test_a_fault_of_ours_has_the_same_form(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    def fails(*_: Any) -> None:
        raise ZeroDivisionError("secret")

    broken = Route("/broken", "broken", fails, "", "Health", None, quick=True)  # type: ignore[arg-type]
    monkeypatch.setattr(api, "ROUTES", (broken,))
    response = TestClient(application(), base_url="http://localhost").get("/api/broken")
    assert problems(response, 500) == ["fault"]
    assert "secret" not in response.text and response.headers["content-security-policy"] == POLICY


def test_what_takes_too_long_is_given_up(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    slow = Route("/slow", "slow", lambda lang: time.sleep(0.3) or {"ok": True}, "", "Health")  # type: ignore[func-returns-value]
    monkeypatch.setattr(api, "ROUTES", (slow,))
    monkeypatch.setattr(api, "ANSWER_SECONDS", 0.05)
    other = TestClient(application(), base_url="http://localhost")
    assert problems(other.get("/api/slow"), 503) == ["too_slow"]


def test_every_status_is_of_a_known_problem() -> None:
    assert UNPROCESSABLE not in STATUS.values()
    assert all(400 <= status < 600 for status in STATUS.values())


# -------------------------------------------------------------------------------------------------- security

EVERYTHING = ["/", "/api/health", "/api/nothing", "/api/score", "/nothing.js", "/api/openapi.json"]


@pytest.mark.parametrize("path", EVERYTHING)
def test_every_answer_has_the_headers(client: TestClient, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    own = {f"{what}-src 'self'" for what in ("default", "script", "style")}
    assert own | {"object-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"} <= set(policy.split("; "))
    assert "unsafe" not in policy
    assert (headers["x-content-type-options"], headers["referrer-policy"]) == ("nosniff", "no-referrer")
    assert not {"set-cookie", "access-control-allow-origin", "server", "x-powered-by"} & set(headers)
    # the page itself is asked for again each time, where it is built; answers and refusals are kept nowhere
    built = path == "/" and (pages.PAGE / "index.html").is_file()
    assert headers["cache-control"] == ("no-cache" if built else "no-store")


@pytest.mark.parametrize("host", ["evil.example", "localhost.evil.example", "", "192.168.0.7", "localhost@evil.example", "[::2]"])
def test_other_hosts_are_not_answered(client: TestClient, host: str) -> None:
    for path in ("/api/health", "/"):
        response = client.get(path, headers={"host": host})
        assert problems(response, 403) == ["unknown_host"]
        assert response.headers["content-security-policy"] == POLICY


@pytest.mark.parametrize("host", ["localhost", "LOCALHOST:8000", "127.0.0.1:1", "[::1]:8000", "[::1]"])
def test_this_machine_is_answered(client: TestClient, host: str) -> None:
    assert client.get("/api/health", headers={"host": host}).status_code == 200


def test_a_server_for_others_is_asked_by_address_or_by_its_names() -> None:
    hosts = hosts_for("0.0.0.0", ["scores.example"])
    other = TestClient(application(hosts), base_url="http://localhost")
    for host in ("192.168.0.7:8000", "[fe80::1]", "scores.example", "localhost"):
        assert other.get("/api/health", headers={"host": host}).status_code == 200
    assert problems(other.get("/api/health", headers={"host": "rebound.example"}), 403) == ["unknown_host"]


@pytest.mark.parametrize(
    "headers",
    [
        {"origin": "http://evil.example"},
        {"origin": "null"},
        {"origin": "http://localhost:9999"},
        {"sec-fetch-site": "cross-site"},
        {"sec-fetch-site": "same-site"},
        {"origin": "http://localhost", "sec-fetch-site": "cross-site"},
    ],
)
def test_other_sites_may_not_send(client: TestClient, headers: dict[str, str]) -> None:
    assert problems(client.post("/api/score", json=HAND, headers=headers), 403) == ["cross_site"]
    assert problems(client.post("/api/batch", content=b"", headers={**headers, "content-type": "text/csv"}), 403) == ["cross_site"]


def test_our_own_page_may_send(client: TestClient) -> None:
    headers = {"origin": "http://localhost", "sec-fetch-site": "same-origin"}
    assert client.post("/api/score", json=HAND, headers=headers).status_code == 200


def test_sockets_of_the_web_are_closed(client: TestClient) -> None:
    from starlette.websockets import WebSocketDisconnect

    with pytest.raises(WebSocketDisconnect), client.websocket_connect("/api/score"):
        pass


# --------------------------------------------------------------------------------------------------- the page


def test_without_a_page_it_is_said_how_to_build_it(client: TestClient, tmp_path: Path) -> None:
    other = TestClient(Guard(pages.Page(tmp_path)), base_url="http://localhost")  # type: ignore[arg-type]
    response = other.get("/")
    assert response.status_code == 503 and "make page" in response.text
    assert "<script" not in response.text and "style" not in response.text


def test_files_of_the_page_are_kept_as_long_as_they_last(tmp_path: Path) -> None:
    (tmp_path / "assets").mkdir()
    (tmp_path / "index.html").write_text("<!doctype html><title>x</title>", encoding="utf8")
    (tmp_path / "sw.js").write_text("1", encoding="utf8")
    (tmp_path / "manifest.webmanifest").write_text("{}", encoding="utf8")
    (tmp_path / "assets" / "index-abc123.js").write_text("1", encoding="utf8")
    (tmp_path.parent / "secret.txt").write_text("secret", encoding="utf8")
    other = TestClient(Guard(pages.Page(tmp_path)), base_url="http://localhost")  # type: ignore[arg-type]
    for path in ("/", "/index.html", "/sw.js", "/manifest.webmanifest"):
        assert other.get(path).headers["cache-control"] == "no-cache"
    lasting = other.get("/assets/index-abc123.js")
    assert "immutable" in lasting.headers["cache-control"] and lasting.headers["content-type"].startswith("text/javascript")
    assert other.get("/manifest.webmanifest").headers["content-type"] == "application/manifest+json"
    again = other.get("/sw.js", headers={"if-none-match": other.get("/sw.js").headers["etag"]})
    assert again.status_code == 304
    for path in ("/nothing", "/assets/nothing.js", "/..%2fsecret.txt", "/%2e%2e/secret.txt", "/assets/..%5c..%5csecret.txt"):
        response = other.get(path)
        assert response.status_code == 404 and "secret" not in response.text and response.headers["cache-control"] == "no-store"
    assert other.post("/").status_code == 405


# ----------------------------------------------------------------------------------------------------- uploads

np = pytest.importorskip("numpy", reason="uploads need NumPy")
pa = pytest.importorskip("pyarrow", reason="uploads need PyArrow")
import pyarrow.parquet  # noqa: E402

ROWS: list[dict[str, Any]] = [
    {"hand": "234m 345678p 6634s +5s", "seat": "S", "round": "E", "flags": ["riichi"]},
    {"hand": "123m", "seat": "E", "round": "E", "flags": []},
    {"hand": "66p 78s (222m) (333m) (444m) +9s", "seat": "S", "round": "E", "flags": []},
]
NDJSON = {"content-type": "application/x-ndjson"}


def lines(rows: list[dict[str, Any]]) -> bytes:
    return b"".join(json.dumps(row).encode() + b"\n" for row in rows)


def test_a_file_of_hands_comes_back_with_scores(client: TestClient) -> None:
    response = client.post("/api/batch?rules=tenhou&columns=hand,state,han,points", content=lines(ROWS), headers=NDJSON)
    assert response.status_code == 200 and response.headers["content-type"] == "application/x-ndjson"
    found = [json.loads(line) for line in response.text.splitlines()]
    told = [(row["state"], row["han"], row["points"]) for row in found]
    assert told == [("scored", 3, 3900), ("refused", None, None), ("no_yaku", None, None)]
    assert [row["hand"] for row in found] == [row["hand"] for row in ROWS]


def test_every_format_goes_in_and_out(client: TestClient) -> None:
    table = pa.Table.from_pylist(ROWS)
    parquet = io.BytesIO()
    pyarrow.parquet.write_table(table, parquet)
    csv = "hand,seat,round,flags\n" + "".join(f'{r["hand"]},{r["seat"]},{r["round"]},{" ".join(r["flags"])}\n' for r in ROWS)
    bodies = {"application/x-ndjson": lines(ROWS), "text/csv": csv.encode(), "application/vnd.apache.parquet": parquet.getvalue()}
    for type, body in bodies.items():
        for form in ("jsonl", "csv", "parquet"):
            response = client.post(f"/api/batch?rules=tenhou&columns=points&format={form}", content=body, headers={"content-type": type})
            assert response.status_code == 200, response.text
            if form == "parquet":
                found = pyarrow.parquet.read_table(io.BytesIO(response.content))["points"].to_pylist()
            elif form == "csv":
                found = [int(line) if line else None for line in response.text.splitlines()[1:]]
            else:
                found = [json.loads(line)["points"] for line in response.text.splitlines()]
            assert found == [3900, None, None], (type, form)


@pytest.mark.parametrize(
    ("query", "type", "body", "status", "id"),
    [
        ("", "application/json", b"{}", 415, "unsupported_type"),
        ("", "text/csv", b"", 422, "unreadable"),
        ("", "text/csv", b"a,b\n1,2\n", 422, "bad_value"),
        ("", "application/vnd.apache.parquet", b"PAR1" + b"\x00" * 100 + b"PAR1", 422, "unreadable"),
        ("", "application/vnd.apache.parquet", b"", 422, "unreadable"),
        ("?rules=nowhere", "application/x-ndjson", lines(ROWS), 422, "unknown_rules"),
        ("?rules=/etc/passwd", "application/x-ndjson", lines(ROWS), 422, "unknown_rules"),
        ("?columns=nothing", "application/x-ndjson", lines(ROWS), 422, "bad_rules"),
        ("?format=xml", "application/x-ndjson", lines(ROWS), 422, "bad_value"),
        ("?colums=han", "application/x-ndjson", lines(ROWS), 422, "unknown_key"),
    ],
)
def test_files_that_can_not_be_are_refused(client: TestClient, query: str, type: str, body: bytes, status: int, id: str) -> None:
    assert id in problems(client.post(f"/api/batch{query}", content=body, headers={"content-type": type}), status)


def test_hostile_rows_cost_themselves_alone(client: TestClient) -> None:
    rows = [b"{", b"[" * 10_000, b'{"hand": 5}', b"\xff\xfe", b'{"hand": "\\ud800", "seat": "S", "round": "E"}']
    response = client.post("/api/batch?columns=state", content=b"\n".join(rows) + b"\n" + lines(ROWS[:1]), headers=NDJSON)
    assert response.status_code == 200
    assert [json.loads(line)["state"] for line in response.text.splitlines()] == ["refused"] * 5 + ["scored"]


def test_uploads_are_bounded(client: TestClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(upload, "MOST_ROWS", 2)
    assert problems(client.post("/api/batch", content=lines(ROWS * 2), headers=NDJSON), 413) == ["too_many_rows"]
    monkeypatch.setattr(upload, "MOST_UPLOAD", 100)
    assert problems(client.post("/api/batch", content=lines(ROWS), headers=NDJSON), 413) == ["too_long"]


def test_places_for_uploads_are_given_free(client: TestClient) -> None:
    for _ in range(3 * upload.MOST_AT_ONCE):
        assert client.post("/api/batch", content=b"", headers={"content-type": "text/csv"}).status_code == 422
        assert client.post("/api/batch", content=lines(ROWS), headers=NDJSON).status_code == 200


# -------------------------------------------------------------------------------------------------- the command


def chouma_serve(*words: str) -> subprocess.CompletedProcess[bytes]:
    return subprocess.run([sys.executable, "-m", "chouma", "serve", *words], capture_output=True, timeout=60)


def test_one_request_is_answered_without_a_server() -> None:
    answered = chouma_serve("--get", "/api/rules/tenhou")
    assert answered.returncode == 0 and json.loads(answered.stdout)["name"] == "tenhou"
    refused = chouma_serve("--get", "/api/rules/tenhoo")
    assert refused.returncode == 2 and json.loads(refused.stdout)["problems"][0]["id"] == "not_found"
    assert chouma_serve("--get", "api").returncode == 2
    assert chouma_serve("-p", "70000").returncode == 2
    strange = chouma_serve("--host", "256.1.1.1", "-p", "0")
    assert strange.returncode == 2 and b"Traceback" not in strange.stderr


def test_a_free_port_is_taken_and_told() -> None:
    command = [sys.executable, "-m", "chouma", "serve", "-p", "0"]
    running = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True)
    try:
        assert running.stdout is not None
        found = re.fullmatch(r"serving at (http://127\.0\.0\.1:(\d+)/)\n", running.stdout.readline())
        assert found
        with httpx.Client(base_url=found[1], trust_env=False) as browser:
            answer = browser.post("/api/score", json=HAND)
            assert answer.json()["points"] == 3900 and "server" not in answer.headers
            upload_answer = browser.post("/api/batch?columns=points", content=lines(ROWS * 20_000), headers=NDJSON, timeout=60)
            assert upload_answer.text.count("\n") == 60_000 and upload_answer.headers["transfer-encoding"] == "chunked"
        taken = chouma_serve("-p", found[2])
        assert taken.returncode == 2 and b"-p 0" in taken.stderr
    finally:
        running.terminate()
        running.communicate(timeout=30)


def test_serving_loads_nothing_for_who_does_not_serve() -> None:
    code = "import sys, chouma, chouma.cli.commands; chouma.score('234m 345678p 6634s +5s'); print(*set(sys.modules) & set(sys.argv))"
    command = [sys.executable, "-c", code, "starlette", "uvicorn", "anyio", "chouma.web", "chouma.forms"]
    found = subprocess.run(command, capture_output=True, text=True, timeout=60)
    assert found.returncode == 0 and not found.stdout.strip()


def test_the_page_is_no_part_of_the_source() -> None:
    root = Path(__file__).resolve().parent.parent
    assert about.PAGE.relative_to(root).as_posix() + "/" in (root / ".gitignore").read_text(encoding="utf8").split()


# ------------------------------------------------------------------------------------------------- whole games

NAMES = ["Anna", "Bob", "Cleo", "Dan"]


def test_a_game_is_played_through(client: TestClient) -> None:
    draw = {"draw": {"kind": "exhaustive", "tenpai": ["Anna", "Bob"]}, "riichi": ["Bob"]}
    win = {"wins": [{"seat": "Bob", "han": 3, "fu": 40, "from": "Anna"}]}
    answer = client.post("/api/game", json={"rules": "tenhou", "players": NAMES, "events": [draw, win], "needs": True}).json()
    # the draw: 1500 each way and Bob's stick; then 5200 with one counter, 5500, and the stick comes back
    assert answer["state"]["scores"] == {"Anna": 26500 - 5500, "Bob": 26500 - 1000 + 5500 + 1000, "Cleo": 23500, "Dan": 23500}
    assert answer["final"][0]["player"] == "Bob"
    assert [one["player"] for one in answer["needs"]] == NAMES
    assert sum(row["sum"] for row in answer["events"]) == 0


@pytest.mark.parametrize(
    ("request_", "id", "where"),
    [
        ({"players": ["Anna"]}, "bad_value", "players"),
        ({"length": "long"}, "bad_value", "length"),
        ({"rules": "ningbo", "length": "long"}, "bad_value", "length"),
        ({"rules": "tenho"}, "unknown_rules", "rules"),
        ({"events": [{}] * 401}, "wrong_type", "events"),
        ({"events": [3]}, "wrong_type", "events"),
        ({"evnts": []}, "unknown_key", "evnts"),
    ],
)
def test_a_game_that_can_not_be_is_refused(client: TestClient, request_: dict[str, Any], id: str, where: str) -> None:
    response = client.post("/api/game", json=request_)
    assert problems(response, 422) == [id] and response.json()["problems"][0]["where"] == where


def test_events_that_can_not_have_happened_are_refused(client: TestClient) -> None:
    for event in ({}, {"riichi": ["Zoe"]}, {"draw": {"kind": "exhaustive"}, "riichi": ["A"]}, {"wins": [{"han": 3}]}, {"draw": True}):
        assert client.post("/api/game", json={"events": [event]}).status_code == 422


def test_a_language_that_is_none_is_refused_even_where_the_body_names_another(client: TestClient) -> None:
    response = client.post("/api/table?lang=xx", json={"lang": "ja", "rules": "tenhou"})
    assert response.status_code == 422
    assert [one["id"] for one in response.json()["problems"]] == ["unknown_language"]
