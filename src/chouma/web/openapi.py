"""The OpenAPI document, made of the table of routes and of the tables of fields."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Any

from .. import __version__
from ..messages import LANGUAGES
from ..records.stats import BY
from . import records, upload
from .parts import FIELD, MULTIPART
from .records import EXAMPLE_RECORD
from .routes import ROUTES, Route
from .shapes import SHAPES, ref, request

JSON = "application/json"
_ABOUT = "Scores mahjong hands, explains every figure, settles the table. No state, no writes: each request says everything itself."
_REFUSALS = {
    400: "The body is no JSON, or a key stands twice.",
    403: "Another site sent it, or it names another host.",
    404: "There is no such thing.",
    405: "Not in this way.",
    413: "Too large.",
    415: "Of a type that is not read.",
    422: "It can't be: every reason at once.",
    503: "Too slow, or too much at once: try again.",
}


@cache
def document() -> dict[str, Any]:
    """The document: every address with its keys, examples and answers."""
    paths: dict[str, Any] = {}
    for route in ROUTES:
        paths.setdefault(route.path, {})[route.method.lower()] = _operation(route)
    paths |= {"/batch": {"post": _batch_operation()}, "/audit": {"post": _audit_operation()}, "/stats": {"post": _stats_operation()}}
    info = {"title": "chouma", "version": __version__, "description": _ABOUT}
    return {"openapi": "3.1.0", "info": info, "servers": [{"url": "/api"}], "paths": paths, "components": {"schemas": SHAPES}}


def _operation(route: Route) -> dict[str, Any]:
    lang = {"enum": list(LANGUAGES)}
    parameters = [{"name": "lang", "in": "query", "required": False, "schema": lang, "description": "the language of the answer"}]
    responses: dict[str, Any] = {"200": {"description": "The answer.", "content": {JSON: {"schema": ref(route.schema)}}}}
    told: dict[str, Any] = {"operationId": route.id, "summary": route.doc, "parameters": parameters}
    refusals = [400, 403, 405, 422, *([413, 415] if route.fields else []), *([] if route.quick else [503])]
    if route.fields is not None:
        examples = {f"example{n}": {"value": dict(example)} for n, example in enumerate(route.examples, 1)}
        body = {"schema": request(route.fields, route.needed), "examples": examples}
        told["requestBody"] = {"required": True, "content": {JSON: body}}
    for name in (part[1:-1] for part in route.path.split("/") if part.startswith("{")):
        examples = {f"example{n}": {"value": example[name]} for n, example in enumerate(route.examples, 1)}
        parameters.append({"name": name, "in": "path", "required": True, "schema": {"type": "string"}, "examples": examples})
        refusals.append(404)
    return {**told, "responses": responses | _refusals(refusals)}


def _batch_operation() -> dict[str, Any]:
    words = {
        "rules": "the rule set; the column rules tells, or general, if not given",
        "columns": "what to give back, such as hand,han,fu,points; all if not given",
        "format": "jsonl, csv or parquet; the same as the file's if not given",
    }
    parameters = [
        {"name": name, "in": "query", "required": False, "schema": {"type": "string"}, "description": told} for name, told in words.items()
    ]
    types = [type for type in upload.TYPES if type != "application/jsonl"]
    files: dict[str, Any] = {type: {"schema": {"type": "string", "format": "binary"}} for type in types}
    line = '{"hand": "234m 345678p 6634s +5s", "seat": "S", "round": "E", "flags": ["riichi"]}\n'
    files["application/x-ndjson"]["examples"] = {"example1": {"value": line}}
    return {
        "operationId": "batch",
        "summary": "Score a file of hands: JSON lines, CSV or Parquet. The whole file is taken first, then the answers stream.",
        "parameters": parameters,
        "requestBody": {"required": True, "content": files},
        "responses": {"200": {"description": "The file with scores.", "content": files}} | _refusals([400, 403, 405, 413, 415, 422, 503]),
    }


#: what a sent record may ask for
_WORDS: dict[str, tuple[dict[str, Any], str]] = {
    "rules": ({"type": "string"}, "rules of riichi in place of those that each record tells: a name, or an object as JSON"),
    "lang": ({"enum": list(LANGUAGES)}, "the language of the answer"),
    "explain": ({"type": "boolean"}, "whether each finding brings its derivation; true if not given"),
    "by": ({"enum": list(BY)}, "by what they are counted beside all together; player if not given"),
    "charts": ({"type": "boolean"}, "whether pictures are drawn; true if not given"),
}

def _taken_records(words: Iterable[str]) -> dict[str, Any]:
    """What an address for records takes."""
    asked = {name: _WORDS[name] for name in words}
    parameters = [{"name": name, "in": "query", "required": False, "schema": of, "description": told} for name, (of, told) in asked.items()]
    files: dict[str, Any] = {type: {"schema": {"type": "string", "format": "binary"}} for type in records.TYPES}
    files["application/xml"]["examples"] = {"example1": {"value": EXAMPLE_RECORD}}
    listed = {"type": "array", "items": {"type": "string", "format": "binary"}, "minItems": 1}
    several = {"type": "object", "properties": {FIELD: listed}, "required": [FIELD], "additionalProperties": False}
    files[MULTIPART] = {"schema": several}
    return {"parameters": parameters, "requestBody": {"required": True, "content": files}}


def _audit_operation() -> dict[str, Any]:
    answer = {"application/x-ndjson": {"schema": {"type": "string", "format": "binary"}}}
    return {
        "operationId": "audit",
        "summary": "Judge game records of any format: compute every win and payment again. One record, an archive, or several files.",
        "description": "Each line is an AuditLine: one for each game, one for each hand in which something differs, and a summary last.",
        **_taken_records(records.AUDIT_WORDS),
        "responses": {"200": {"description": "The findings.", "content": answer}} | _refusals([400, 403, 405, 413, 415, 422, 503]),
    }


def _stats_operation() -> dict[str, Any]:
    answer = {JSON: {"schema": ref("Statistics")}}
    return {
        "operationId": "stats",
        "summary": "Count game records of any format: wins, yaku, fu, han, riichi, calls, places, as numbers, tables and pictures.",
        **_taken_records(records.STATS_WORDS),
        "responses": {"200": {"description": "The statistics.", "content": answer}} | _refusals([400, 403, 405, 413, 415, 422, 503]),
    }


def _refusals(statuses: list[int]) -> dict[str, Any]:
    return {str(status): {"description": _REFUSALS[status], "content": {JSON: {"schema": ref("Problems")}}} for status in sorted(statuses)}
