"""What can be found out about a language model by asking it two short questions."""

from collections.abc import AsyncIterator, Mapping
from contextlib import aclosing, closing
from dataclasses import dataclass
from enum import Enum
from time import perf_counter

from home_agent.engine.consult import build_provider
from home_agent.engine.llm.assembly import Assembly
from home_agent.engine.llm.errors import (
    KeyRefusedError,
    ModelError,
    ModelMissingError,
    TooSlowError,
    UnreachableError,
)
from home_agent.engine.llm.messages import (
    AssistantMessage,
    Finished,
    Request,
    SystemMessage,
    TextDelta,
    Usage,
    UserMessage,
)
from home_agent.engine.llm.provider import Provider
from home_agent.engine.llm.providers import create_provider, list_models
from home_agent.engine.llm.settings import ModelSettings
from home_agent.engine.tools.settings import ToolSettings
from home_agent.engine.tools.setup import build_default_tools
from home_agent.engine.tools.toolbox import Toolbox
from home_agent.simulated import SimulatedHome

from ..models import keys_for

_CONTROL = ToolSettings(enabled=("ha_control",))
_LAMP = {"entities": [{"id": "light.lamp", "name": "Lamp", "state": "off"}]}
# Long enough to come in several pieces, where anything does.
_COUNT = Request(
    messages=(
        SystemMessage(text="You are a helpful assistant. Answer in one short sentence."),
        UserMessage(text="Count from one to ten, in words."),
    )
)
_LINE = 60
_MOST_LISTED = 10
_SLOW = 5000
"""Milliseconds until the first word: nobody talks to a house that takes longer."""


class Level(Enum):
    """How bad it is."""

    OK = "ok"
    HINT = "hint"
    """It works, and could be better."""

    FIX = "fix"


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at."""

    what: str
    told: str
    """How it is; where that is not well, what to do."""

    level: Level = Level.OK


@dataclass(frozen=True, slots=True, kw_only=True)
class _ModelAnswer:
    """An answer, and how it came."""

    message: AssistantMessage
    finished: Finished
    pieces: int
    """In how many pieces the words came."""

    first_ms: float
    total_ms: float


async def check_model(
    model: ModelSettings, environment: Mapping[str, str], *, acts: bool = True
) -> AsyncIterator[Finding]:
    """What is found out about one model, as it is found; ends where looking further is no use.

    `acts` where it is to do things in a home.
    """
    names: tuple[str, ...] | None = None
    try:
        names = await list_models(model)
        yield Finding(what="connection", told=_reached(names))
    except (KeyRefusedError, UnreachableError, TooSlowError) as error:
        yield _wrong(error, model, environment)
        return
    except ModelError:
        # Not every server lists its models: what counts is whether it answers.
        pass
    provider = create_provider(model)
    try:
        heard = await _hear(provider, _COUNT)
    except ModelError as error:
        yield _wrong(error, model, environment, names)
        return
    finally:
        await provider.close()
    if names is None:
        yield Finding(what="connection", told="reached; it does not list its models")
    for finding in (_key(model), _model(model, heard, names), *_answered(heard)):
        yield finding
    if acts:
        yield await _acts(model)


def _reached(names: tuple[str, ...]) -> str:
    return f"reached; it has {_some(names)}" if names else "reached; it names no models"


def _some(names: tuple[str, ...]) -> str:
    left = len(names) - _MOST_LISTED
    more = f" and {left} more" if left > 0 else ""
    return f"{', '.join(names[:_MOST_LISTED])}{more}"


def _wrong(
    error: ModelError,
    model: ModelSettings,
    environment: Mapping[str, str],
    names: tuple[str, ...] | None = None,
) -> Finding:
    """Why it cannot be asked."""
    told = str(error)
    match error:
        case KeyRefusedError():
            return Finding(what="key", told=_about_key(told, model, environment), level=Level.FIX)
        case ModelMissingError():
            if names and model.model:
                told = f"{told} It has {_some(names)}."
            return Finding(what="model", told=told, level=Level.FIX)
        case _:
            what = "connection" if names is None else "answer"
            return Finding(what=what, told=told, level=Level.FIX)


def _about_key(told: str, model: ModelSettings, environment: Mapping[str, str]) -> str:
    """Where a key may be put, and why the one that is there was not used."""
    names = keys_for(model, environment)
    if model.api_key:
        return told
    *others, last = ("api_key in settings.toml", *names)
    told = f"{told} It is looked for in {', '.join(others)} and {last}."
    if "OPENAI_API_KEY" not in names and environment.get("OPENAI_API_KEY"):
        told += " OPENAI_API_KEY is only sent to OpenAI, and to the server in OPENAI_BASE_URL."
    return told


def _key(model: ModelSettings) -> Finding:
    told = "is taken" if model.api_key else "none is set, and none is asked for"
    return Finding(what="key", told=told)


def _model(model: ModelSettings, heard: _ModelAnswer, names: tuple[str, ...] | None) -> Finding:
    told = model.model or heard.finished.model or "the only one there is"
    if names and model.model and model.model not in names:
        told += ", which the server does not list, and answers with all the same"
    return Finding(what="model", told=told)


def _answered(heard: _ModelAnswer) -> list[Finding]:
    streamed = [_streamed(heard)] if heard.message.text else []
    return [_said(heard), *streamed, _took(heard), _counted(heard.finished.usage)]


def _said(heard: _ModelAnswer) -> Finding:
    text = " ".join(heard.message.text.split())
    if not text:
        told = "it said nothing. Try another model, or set max_tokens to more: one that thinks "
        told += "needs some for that."
        return Finding(what="answer", told=told, level=Level.FIX)
    words = f"{text[:_LINE]}…" if len(text) > _LINE else text
    return Finding(what="answer", told=f"“{words}”")


def _streamed(heard: _ModelAnswer) -> Finding:
    if heard.pieces > 1:
        return Finding(what="streaming", told=f"in {heard.pieces} pieces")
    told = "all at once: the server does not stream, so that words come late. Turn that on there."
    return Finding(what="streaming", told=told, level=Level.HINT)


def _took(heard: _ModelAnswer) -> Finding:
    told = f"first word after {heard.first_ms:.0f} ms, all after {heard.total_ms:.0f} ms"
    if heard.first_ms < _SLOW:
        return Finding(what="latency", told=told)
    told += "; that is slow. A smaller model, or one that stays loaded, helps."
    return Finding(what="latency", told=told, level=Level.HINT)


def _counted(usage: Usage) -> Finding:
    told = f"{usage.prompt} asked, {usage.completion} answered"
    if usage.estimated:
        told += ", as we estimate: the server does not count them"
    return Finding(what="tokens", told=told)


async def _acts(model: ModelSettings) -> Finding:
    """Whether it switches a lamp, in a home that is made up."""
    with closing(SimulatedHome.from_inventory(_LAMP)) as home:
        provider = build_provider(home, model)
        try:
            heard = await _hear(provider, _task())
        except ModelError as error:
            told = f"{error} {_other_protocol(model)}"
            return Finding(what="tools", told=told, level=Level.FIX)
        finally:
            await provider.close()
    if any(call.arguments for call in heard.message.calls):
        how = "as it should" if model.protocol == "tools" else f"by the {model.protocol} protocol"
        return Finding(what="tools", told=f"it uses them {how}")
    if model.protocol == "tools" and heard.finished.wrote_call:
        told = (
            "it writes its calls as words, which are not carried out. Have its server read them "
            "(many need to be told how a model calls tools), or set leaked_calls = true."
        )
        return Finding(what="tools", told=told, level=Level.FIX)
    told = f"asked to switch a lamp, it used no tool. {_other_protocol(model)}"
    return Finding(what="tools", told=told, level=Level.FIX)


def _task() -> Request:
    system = (
        "You control a home by your tools. Do what the user asks with ha_control.\n"
        "Devices:\nlight.lamp 'Lamp' = off"
    )
    return Request(
        messages=(SystemMessage(text=system), UserMessage(text="Turn on the lamp.")),
        tools=Toolbox(build_default_tools(_CONTROL, None), _CONTROL).specs(),
    )


def _other_protocol(model: ModelSettings) -> str:
    if model.protocol == "tools":
        return (
            "If it has no tool calling, set protocol = 'inline' (or 'schema', where the server "
            "can hold a model to one), or take a model that has."
        )
    return "Take a larger model, or one with tool calling and protocol = 'tools'."


async def _hear(provider: Provider, request: Request) -> _ModelAnswer:
    assembly = Assembly()
    started = perf_counter()
    first: float | None = None
    pieces = 0
    async with aclosing(provider.stream(request)) as deltas:
        async for delta in deltas:
            assembly.add(delta)
            pieces += isinstance(delta, TextDelta)
            if first is None and not isinstance(delta, Finished):
                first = perf_counter()
    now = perf_counter()
    return _ModelAnswer(
        message=assembly.message,
        finished=assembly.finished or Finished(usage=Usage(estimated=True)),
        pieces=pieces,
        first_ms=((first or now) - started) * 1000,
        total_ms=(now - started) * 1000,
    )
