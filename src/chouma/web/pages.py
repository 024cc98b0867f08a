"""The page: the files that ``make page`` built, or how to build them."""

from __future__ import annotations

import html
import mimetypes
import os
from pathlib import Path
from typing import Any

from starlette.exceptions import HTTPException
from starlette.requests import Request
from starlette.responses import HTMLResponse, Response
from starlette.staticfiles import StaticFiles

from ..messages import speaker
from .about import PAGE
from .speech import language

#: the folder of files that are named after what they hold, and so never change
LASTING = "assets"
_FOREVER, _ASK_FIRST = "public, max-age=31536000, immutable", "no-cache"
_READ = ("GET", "HEAD")

mimetypes.add_type("application/manifest+json", ".webmanifest")
mimetypes.add_type("text/javascript", ".js")


class Page(StaticFiles):
    """The files of the page, each with how long it may be kept.

    Parameters
    ----------
    folder : path
        Where they are; it may be empty.
    """

    def __init__(self, folder: Path = PAGE):
        self._folder = folder
        super().__init__(directory=folder, html=True, check_dir=False)

    async def check_config(self) -> None:
        """A page that isn't built is no fault."""

    async def get_response(self, path: str, scope: Any) -> Response:
        """The file, or a page that says why there is none."""
        lang = language(None, Request(scope).headers.get("accept-language", ""), [])
        if not (self._folder / "index.html").is_file():
            return _said(_how_to_build(lang), 503 if scope["method"] in _READ else 405, lang)
        try:
            found = await super().get_response(path, scope)
        except HTTPException as error:
            t = speaker(lang)
            told = t("There is no such page.") if error.status_code == 404 else t("This page can only be read.")
            return _said(f"<p>{html.escape(told)}</p>", error.status_code, lang, error.headers)
        lasting = path.replace(os.sep, "/").startswith(f"{LASTING}/") and found.status_code in (200, 206, 304)
        found.headers["cache-control"] = _FOREVER if lasting else _ASK_FIRST
        return found


def _how_to_build(lang: str) -> str:
    t = speaker(lang)
    parts = (
        t("The page isn't built yet."),
        t("In the source folder run {command}, which takes Node 20 or later, and start the server again.", command="make page"),
        t("The API is here all the same: {address} tells what it answers.", address="/api/openapi.json"),
    )
    return "".join(f"<p>{html.escape(part)}</p>" for part in parts)


def _said(body: str, status: int, lang: str, headers: Any = None) -> Response:
    page = f'<!doctype html><html lang="{lang}"><head><meta charset="utf-8"><title>chouma</title></head><body>{body}</body></html>'
    return HTMLResponse(page, status, {**(headers or {}), "cache-control": "no-store", "content-language": lang})
