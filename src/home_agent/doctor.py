"""`home-agent doctor`: whether the language models can be asked, and what to fix."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import aclosing
from dataclasses import dataclass
from time import perf_counter

from rich.console import Console

from home_agent.engine.llm.assembly import Assembly
from home_agent.engine.llm.errors import ModelError
from home_agent.engine.llm.messages import (
    AssistantMessage,
    Delta,
    Finished,
    ReasoningDelta,
    Request,
    SystemMessage,
    TextDelta,
    ToolSpec,
    Usage,
    UserMessage,
)
from home_agent.engine.llm.provider import Provider
from home_agent.engine.llm.providers import list_models, provider_for
from home_agent.engine.llm.settings import ModelSettings

from .configuration import read_settings
from .models import with_model
from .options import ModelChoice
from .screen import make_console, styled

_NO_MODEL = """\
No language model is set, so that sentences which Home Agent does not understand by itself are not
answered. That is fine: everything else works without one.
To set one, put this into settings.toml, or use --model and --base-url:
  [llm]
  base_url = "http://localhost:11434/v1"   # without it, OpenAI
  model = "qwen3:8b"
The key, where one is needed, comes from OPENAI_API_KEY, GOOGLE_API_KEY or HOME_AGENT_API_KEY."""

_GREETING = Request(
    messages=(
        SystemMessage(text="You are a helpful assistant. Answer in one short sentence."),
        UserMessage(text="Say hello."),
    )
)
_LAMP = ToolSpec(
    name="switch_lamp",
    description="Switch the lamp on or off.",
    parameters={
        "type": "object",
        "properties": {"state": {"type": "string", "enum": ["on", "off"]}},
        "required": ["state"],
    },
)
_TASK = Request(
    messages=(
        SystemMessage(text="You control a lamp. Use the tool to do what the user asks."),
        UserMessage(text="Turn the lamp on."),
    ),
    tools=(_LAMP,),
)
_LINE = 60
_SLOW = 5000
"""Milliseconds until the first word: nobody talks to a house that takes longer."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Finding:
    """One thing that was looked at."""

    what: str
    good: bool
    told: str
    """How it is; where it is not good, what to do."""


@dataclass(frozen=True, slots=True, kw_only=True)
class _Heard:
    """An answer, and how it came."""

    message: AssistantMessage
    finished: Finished
    pieces: int
    """In how many pieces the words came."""

    first_ms: float
    total_ms: float


def examine(choice: ModelChoice) -> bool:
    """Look at every model that is set, and print what was found; tell whether all is well."""
    models = with_model(read_settings(), choice).llm
    console = make_console()
    if not models:
        console.print(styled(_NO_MODEL), soft_wrap=True)
        return True
    return asyncio.run(_examine_all(models, console))


async def _examine_all(models: tuple[ModelSettings, ...], console: Console) -> bool:
    well = True
    for model in models:
        where = model.address or "Google"
        console.print(styled(f"{model.title}, at {where}", "bold"), soft_wrap=True)
        async for finding in examined(model):
            well &= finding.good
            mark, style = ("ok  ", "green") if finding.good else ("FIX ", "red")
            line = f"  {mark}{finding.what:<11}{finding.told}"
            console.print(styled(line, style), soft_wrap=True)
    return well


async def examined(model: ModelSettings) -> AsyncIterator[Finding]:
    """What is found out about one model, as it is found; ends where looking further is no use."""
    try:
        yield _listed(model, await list_models(model))
    except ModelError as error:
        # Not every server lists its models: what counts is whether it answers.
        yield Finding(what="connection", good=False, told=str(error))
    provider = provider_for(model)
    try:
        try:
            greeting = await _hear(provider, _GREETING)
        except ModelError as error:
            yield Finding(what="answer", good=False, told=str(error))
            return
        for finding in _answered(greeting):
            yield finding
        yield await _tools(provider, model)
    finally:
        await provider.close()


def _listed(model: ModelSettings, names: tuple[str, ...]) -> Finding:
    if not model.model or model.model in names or f"models/{model.model}" in names:
        some = ", ".join(names[:5]) or "none that it names"
        return Finding(what="connection", good=True, told=f"reached; the key is taken; has {some}")
    some = ", ".join(names[:10])
    told = f"the server has no model '{model.model}'. It has: {some}. Name one of these."
    return Finding(what="model", good=False, told=told)


async def _hear(provider: Provider, request: Request) -> _Heard:
    assembly = Assembly()
    started = perf_counter()
    first: float | None = None
    pieces = 0
    async with aclosing(provider.stream(request)) as deltas:
        async for delta in deltas:
            assembly.add(delta)
            pieces += isinstance(delta, TextDelta)
            if first is None and _is_something(delta):
                first = perf_counter()
    now = perf_counter()
    assert assembly.finished is not None
    return _Heard(
        message=assembly.message,
        finished=assembly.finished,
        pieces=pieces,
        first_ms=((first or now) - started) * 1000,
        total_ms=(now - started) * 1000,
    )


def _is_something(delta: Delta) -> bool:
    return isinstance(delta, TextDelta | ReasoningDelta)


def _answered(heard: _Heard) -> list[Finding]:
    return [_said(heard), _streamed(heard), _took(heard), _counted(heard.finished.usage)]


def _said(heard: _Heard) -> Finding:
    text = " ".join(heard.message.text.split())
    if not text:
        told = "it said nothing. Try another model, or more max_tokens."
        return Finding(what="answer", good=False, told=told)
    words = f"{text[:_LINE]}…" if len(text) > _LINE else text
    return Finding(what="answer", good=True, told=f"“{words}”")


def _streamed(heard: _Heard) -> Finding:
    told = f"in {heard.pieces} pieces"
    if heard.pieces <= 1:
        told = "all at once: the server does not stream, so that words come late"
    return Finding(what="streaming", good=True, told=told)


def _took(heard: _Heard) -> Finding:
    quick = heard.first_ms < _SLOW
    told = f"first word after {heard.first_ms:.0f} ms, all after {heard.total_ms:.0f} ms"
    slow = "; that is slow: a smaller model, or one that stays loaded, helps"
    return Finding(what="latency", good=quick, told=told if quick else told + slow)


def _counted(usage: Usage) -> Finding:
    told = f"{usage.prompt} tokens asked, {usage.completion} answered"
    if usage.estimated:
        told += ", as we estimate: the server does not count them"
    return Finding(what="usage", good=True, told=told)


async def _tools(provider: Provider, model: ModelSettings) -> Finding:
    if model.protocol != "tools":
        told = f"not used: this model acts by the {model.protocol} protocol"
        return Finding(what="tools", good=True, told=told)
    try:
        heard = await _hear(provider, _TASK)
    except ModelError as error:
        told = f"{error} If the model has no tools, set protocol = 'inline'."
        return Finding(what="tools", good=False, told=told)
    used = [call for call in heard.message.calls if call.name == _LAMP.name and call.arguments]
    if used:
        return Finding(what="tools", good=True, told="it uses them as it should")
    told = (
        "it did not use the tool it was given. Set protocol = 'inline' (or 'schema', where the "
        "server can hold a model to one), or take a model with tool calling."
    )
    return Finding(what="tools", good=False, told=told)
