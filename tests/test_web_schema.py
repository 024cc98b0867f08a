"""Schemathesis asks the API whatever its OpenAPI document allows, and what it doesn't: every answer must be one that it promises."""

from __future__ import annotations

import pytest

pytest.importorskip("starlette", reason="the API needs the extra web")
pytest.importorskip("pyarrow", reason="uploads need PyArrow")
schemathesis = pytest.importorskip("schemathesis", reason="it asks the questions")

from hypothesis import HealthCheck, settings  # noqa: E402 - these need the above
from schemathesis import checks  # noqa: E402

from chouma.web import records, upload  # noqa: E402
from chouma.web.app import application  # noqa: E402
from chouma.web.guard import LOOPBACK  # noqa: E402


@schemathesis.serializer(*upload.TYPES, *(type for type in records.TYPES if type not in (*upload.TYPES, records.MULTIPART)))
def as_it_is(context: object, value: object) -> bytes:
    """The body of an upload: a file, whatever is in it."""
    return value if isinstance(value, bytes) else str(value).encode(errors="replace")


schema = schemathesis.openapi.from_asgi("/api/openapi.json", application((*LOOPBACK, "testserver")))

#: text that is no hand is refused, and the document can't say which is one
NOT_HELD = [checks.positive_data_acceptance]


@schema.parametrize()
@settings(max_examples=25, deadline=None, derandomize=True, database=None, suppress_health_check=list(HealthCheck))
def test_every_answer_is_one_that_the_document_promises(case: schemathesis.Case) -> None:
    case.call_and_validate(excluded_checks=NOT_HELD)
