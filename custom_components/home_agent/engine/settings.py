"""What a person may set, checked once at the border."""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from enum import StrEnum
from typing import Any, Self

from .act.gate.safety import Safety
from .context.settings import ContextSettings
from .errors import SettingsError
from .llm.budget import Budget
from .llm.failover import Persistence
from .llm.settings import ModelSettings
from .tools.settings import ToolSettings

_LANGUAGE = "en"
_PATIENCE = 10.0
_OF_CONTEXT = ("history", "prompt")


class Choice(StrEnum):
    """Who is to answer."""

    AUTO = "auto"
    """We ourselves where we understand, and a model where we do not."""

    FAST = "fast"
    """Only we ourselves."""

    LLM = "llm"
    """Always a model."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExternalModel:
    """A model that other models may ask."""

    model: ModelSettings
    description: str = ""
    """When to ask it, in words for the model that may."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self | None:
        """Check outside data; nothing where it is not enabled."""
        enabled, description = values.get("enabled", True), values.get("tool_description", "")
        problems = []
        if not isinstance(enabled, bool):
            problems.append("enabled: must be true or false.")
        if not isinstance(description, str):
            problems.append("tool_description: must be a text.")
        rest = {key: values[key] for key in values if key not in {"enabled", "tool_description"}}
        model = ModelSettings()
        try:
            model = ModelSettings.from_mapping(rest)
        except SettingsError as error:
            problems += error.problems
        if problems:
            raise SettingsError(tuple(problems))
        return cls(model=model, description=description) if enabled else None


@dataclass(frozen=True, slots=True, kw_only=True)
class Settings:
    """How the agent behaves. Every value has a default that suits a family."""

    language: str = _LANGUAGE
    """Understood and spoken where a sentence does not come with a language of its own."""

    patience: float = _PATIENCE
    """The most seconds to wait for a device to show that it did what it was asked.

    Most are given less: a lamp is not waited for as long as a lock.
    """

    safety: Safety = field(default_factory=Safety)
    """What is allowed, and what is asked about first."""

    llm: tuple[ModelSettings, ...] = ()
    """The language models to ask, in this order, where words are not enough. None: never."""

    external_llm: ExternalModel | None = None
    """A more capable model that these may ask in turn."""

    tier: Choice = Choice.AUTO
    """Who is to answer."""

    retries: Persistence = field(default_factory=Persistence)
    """How hard to try before a model is taken for dead."""

    budget: Budget = field(default_factory=Budget)
    """How much of the models may be used."""

    context: ContextSettings = field(default_factory=ContextSettings)
    """What a model is shown of the home."""

    tools: ToolSettings = field(default_factory=ToolSettings)
    """What a model may use."""

    @property
    def models(self) -> tuple[ModelSettings, ...]:
        """Every model that may be asked, by us or by another."""
        return (*self.llm, *((self.external_llm.model,) if self.external_llm else ()))

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        known = {one.name for one in fields(cls)} | {*_OF_CONTEXT}
        problems = [f"{name}: there is no such setting." for name in values if name not in known]
        given = _Given(values, problems)
        settings = cls(
            language=given.language(),
            patience=given.patience(),
            tier=given.tier(),
            llm=given.models(),
            external_llm=given.external(),
            safety=given.part("safety", Safety.from_mapping, Safety()),
            retries=given.part("retries", Persistence.from_mapping, Persistence()),
            budget=given.part("budget", Budget.from_mapping, Budget()),
            context=given.context(),
            tools=given.part("tools", ToolSettings.from_mapping, ToolSettings()),
        )
        if problems:
            raise SettingsError(tuple(problems))
        return settings


class _Given:
    """Reads each setting, and notes what is wrong with it instead of stopping there."""

    def __init__(self, values: Mapping[str, Any], problems: list[str]) -> None:
        self._values = values
        self._problems = problems

    def language(self) -> str:
        language = self._values.get("language", _LANGUAGE)
        if isinstance(language, str) and language.strip():
            return language
        self._problems.append("language: must be a language code such as 'en' or 'de-CH'.")
        return _LANGUAGE

    def patience(self) -> float:
        patience = self._values.get("patience", _PATIENCE)
        if isinstance(patience, bool) or not isinstance(patience, int | float):
            self._problems.append("patience: must be a number of seconds.")
        elif not 0 < patience <= 60:  # noqa: PLR2004 - the message says it
            self._problems.append("patience: must be more than 0 and at most 60 seconds.")
        else:
            return patience
        return _PATIENCE

    def tier(self) -> Choice:
        tier = self._values.get("tier", Choice.AUTO)
        if tier in set(Choice):
            return Choice(tier)
        self._problems.append(f"tier: must be one of {', '.join(Choice)}.")
        return Choice.AUTO

    def models(self) -> tuple[ModelSettings, ...]:
        """One model, or several in their order."""
        listed = self._values.get("llm", ())
        if isinstance(listed, Mapping):
            listed = (listed,)
        if not isinstance(listed, list | tuple):
            self._problems.append("llm: must be a table of settings, or a list of such.")
            return ()
        read = (
            self._read("llm" if len(listed) == 1 else f"llm {at}", ModelSettings.from_mapping, one)
            for at, one in enumerate(listed, 1)
        )
        return tuple(one for one in read if one is not None)

    def external(self) -> ExternalModel | None:
        values = self._values.get("external_llm")
        if values is None:
            return None
        return self._read("external_llm", ExternalModel.from_mapping, values)

    def context(self) -> ContextSettings:
        """What belongs to the context may also stand beside it."""
        whole = self._values.get("context", {})
        beside = {name: self._values[name] for name in _OF_CONTEXT if name in self._values}
        if beside and isinstance(whole, Mapping):
            whole = {**whole, **beside}
        known = len(self._problems)
        settings = self._read("context", ContextSettings.from_mapping, whole)
        for at, problem in enumerate(self._problems[known:], known):
            inner = problem.removeprefix("context, ")
            if inner.startswith(tuple(f"{name}," for name in beside)):
                # As it was written.
                self._problems[at] = inner
        return settings or ContextSettings()

    def part[Part](self, name: str, read: Callable[[Any], Part], default: Part) -> Part:
        """Settings within settings."""
        found = self._read(name, read, self._values.get(name, {}))
        return default if found is None else found

    def _read[Part](self, name: str, read: Callable[[Any], Part], values: object) -> Part | None:
        try:
            if isinstance(values, Mapping):
                return read(values)
            self._problems.append(f"{name}: must be a table of settings.")
        except SettingsError as error:
            self._problems += [f"{name}, {problem}" for problem in error.problems]
        return None
