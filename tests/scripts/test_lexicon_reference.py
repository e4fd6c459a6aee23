"""The page on lexicons tells of every key."""

import json

from scripts.lexicon_reference import REFERENCE, SCHEMA, reference


def test_page_is_what_the_schema_says() -> None:
    written = REFERENCE.read_text("utf-8")
    assert written == reference(json.loads(SCHEMA.read_text("utf-8"))), (
        "run `python scripts/lexicon_reference.py`"
    )
