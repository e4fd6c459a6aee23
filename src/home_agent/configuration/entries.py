"""Every single setting: those that are written, and those that hold without being written."""

from collections.abc import Iterator, Mapping
from dataclasses import fields, is_dataclass
from typing import Any

from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.settings import Settings
from home_agent.logs.settings import LogSettings

from .configuration import Configuration
from .lines import Place

_BESIDE_CONTEXT = ("documents", "embeddings", "history", "prompt", "vector_db")


def leaves(value: Any, place: Place = ()) -> Iterator[tuple[Place, Any]]:  # noqa: ANN401 - as written
    """Every single setting in what was written; a list without tables is one."""
    tables = isinstance(value, list) and value and all(isinstance(item, dict) for item in value)
    if isinstance(value, Mapping):
        for name, element in value.items():
            yield from leaves(element, (*place, name))
    elif tables:
        for number, item in enumerate(value):
            yield from leaves(item, (*place, number))
    else:
        yield place, value


def models(configuration: Configuration) -> Iterator[tuple[Place, ModelSettings]]:
    """Every model that is set, by where it stands."""
    several = isinstance(configuration.values.get("llm"), list)
    for number, model in enumerate(configuration.settings.llm):
        yield ("llm", number) if several else ("llm",), model
    if configuration.settings.external_llm:
        yield ("external_llm",), configuration.settings.external_llm.model


def defaults(configuration: Configuration) -> Iterator[tuple[Place, Any]]:
    """What is there without being set."""
    yield ("room",), None
    yield ("home", "url"), None
    yield from _fields(LogSettings(), ("log",))
    for place, _model in models(configuration):
        yield from _fields(ModelSettings(), place)
    for place, value in _fields(Settings(), ()):
        beside = len(place) > 1 and place[0] == "context" and place[1] in _BESIDE_CONTEXT
        yield place[1:] if beside else place, value


def _fields(section: Any, above: Place) -> Iterator[tuple[Place, Any]]:  # noqa: ANN401 - any dataclass
    for field in fields(section):
        value = getattr(section, field.name)
        if is_dataclass(value):
            yield from _fields(value, (*above, field.name))
        else:
            yield (*above, field.name), value
