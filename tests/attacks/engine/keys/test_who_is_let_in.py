"""Keys that nobody was given: too long, empty, or one that somebody emptied in the file."""

import json
from pathlib import Path

import pytest

from home_agent.server.keys import ApiKey, KeyFile


@pytest.mark.parametrize("presented", ["", "x", "x" * 200, "x" * 201, "x" * 10_000, "\udcff"])
@pytest.mark.parametrize("digest", ["", None])
def test_a_key_without_a_digest_lets_nobody_in(
    presented: str, digest: str | None, tmp_path: Path
) -> None:
    keys = KeyFile(tmp_path)
    given = keys.add(ApiKey(name="phone"))
    fields = {} if digest is None else {"digest": digest}
    file = tmp_path / "keys.json"
    kept = json.loads(file.read_text())
    kept["keys"]["tablet"] = {"created": "2026-01-01T00:00:00+00:00", **fields}
    file.write_text(json.dumps(kept))
    assert keys.find(presented) is None
    assert keys.find(given) is not None
