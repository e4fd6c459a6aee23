"""What core's own checks ask of an integration, as far as they can be asked from outside."""

import json
from pathlib import Path
from typing import Any

import homeassistant.components
import yaml

from custom_components.home_agent.const import DOMAIN

FOLDER = Path(__file__).parents[2] / "custom_components" / DOMAIN
CORE = Path(homeassistant.components.__file__).parent


def _yaml(path: Path) -> dict[str, Any]:
    read: dict[str, Any] = yaml.safe_load(path.read_text("utf-8"))
    return read


def _json(name: str) -> dict[str, Any]:
    read: dict[str, Any] = json.loads((FOLDER / name).read_text("utf-8"))
    return read


def test_manifest_is_in_order() -> None:
    """Domain and name, then the rest by the alphabet."""
    first, second, *others = _json("manifest.json")
    assert (first, second) == ("domain", "name")
    assert others == sorted(others)


def test_every_rule_of_the_quality_scale_is_judged() -> None:
    """All that the nearest relative in core is held to; whatever is not done says why."""
    rules = _yaml(FOLDER / "quality_scale.yaml")["rules"]
    relative = _yaml(CORE / "anthropic" / "quality_scale.yaml")["rules"]
    assert relative.keys() <= rules.keys()
    for name, judged in rules.items():
        status = judged if isinstance(judged, str) else judged["status"]
        assert status in {"done", "exempt", "todo"}, name
        assert status == "done" or judged["comment"], name


def test_every_named_entity_has_an_icon() -> None:
    """What has a name of ours has an icon of ours."""
    texts = _json("translations/en.json")["entity"]
    icons = _json("icons.json")["entity"]
    named = {(domain, key) for domain, keys in texts.items() for key in keys}
    assert {(domain, key) for domain, keys in icons.items() for key in keys} == named
