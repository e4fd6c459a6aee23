"""What a person may set, checked once at the border."""

from collections.abc import Mapping
from dataclasses import dataclass, field, fields, replace
from enum import StrEnum
from typing import Any, Self

from .act.gate.safety import Safety
from .act.gate.treat_as import TreatAs
from .act.gate.visibility import Visibility
from .act.schedule.settings import ScheduleSettings
from .context.settings import ContextSettings
from .errors import SettingsError
from .llm.budget import Budget
from .llm.cache_settings import CacheSettings
from .llm.failover import RetrySettings
from .llm.settings import ModelSettings
from .memory.settings import MemorySettings
from .retrieval.settings import EmbeddingSettings
from .tools.settings import ToolSettings
from .validation.fields import FieldReader
from .validation.problems import prefix_problem
from .watch import Watch, WatchSettings
from .watch.reading import read_watches

_LANGUAGE = "en"
_PATIENCE = 10.0
_MOST_PATIENCE = 60
_OF_CONTEXT = ("documents", "embeddings", "history", "prompt", "vector_db")


class AnswerMode(StrEnum):
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
        """Check outside data; `None` if it is not enabled."""
        reader = FieldReader(values, known=values)
        enabled = reader.flag("enabled", default=True)
        description = reader.text("tool_description")
        rest = {key: values[key] for key in values if key not in {"enabled", "tool_description"}}
        model = ModelSettings()
        try:
            model = ModelSettings.from_mapping(rest)
        except SettingsError as error:
            reader.problems += error.problems
        reader.check()
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

    visible: Visibility = field(default_factory=Visibility)
    """What of the home there is for the agent at all."""

    treat_as: TreatAs = field(default_factory=TreatAs)
    """What things are, where neither their names nor the home say it."""

    llm: tuple[ModelSettings, ...] = ()
    """The language models to ask, in this order, where words are not enough. None: never."""

    external_llm: ExternalModel | None = None
    """A more capable model that these may ask in turn."""

    tier: AnswerMode = AnswerMode.AUTO
    """Who is to answer."""

    reader: bool = False
    """Whether what the words of a language do not account for is read by what was learned."""

    retries: RetrySettings = field(default_factory=RetrySettings)
    """How hard to try before a model is taken for dead."""

    budget: Budget = field(default_factory=Budget)
    """How much of the models may be used."""

    cache: CacheSettings = field(default_factory=CacheSettings)
    """What is used again instead of being found out anew."""

    context: ContextSettings = field(default_factory=ContextSettings)
    """What a model is shown of the home."""

    tools: ToolSettings = field(default_factory=ToolSettings)
    """What a model may use."""

    memory: MemorySettings = field(default_factory=MemorySettings)
    """What is remembered across conversations."""

    schedule: ScheduleSettings = field(default_factory=ScheduleSettings)
    """How late something may be done."""

    watch: WatchSettings = field(default_factory=WatchSettings)
    """How people are told of what they have watched."""

    watches: tuple[Watch, ...] = ()
    """What is always watched for."""

    @property
    def models(self) -> tuple[ModelSettings, ...]:
        """Every model that may be asked, by us or by another."""
        return (*self.llm, *((self.external_llm.model,) if self.external_llm else ()))

    @property
    def embeddings(self) -> EmbeddingSettings | None:
        """The server that makes vectors: the one that is set, else a model beside the first."""
        name = self.context.vector_db.embedding_model
        if self.context.embeddings is not None or not name or not self.llm:
            return self.context.embeddings
        return EmbeddingSettings(server=replace(self.llm[0], model=name, name=""))

    @classmethod
    def names(cls) -> frozenset[str]:
        """What may be given: every field, and what may also stand beside the context."""
        return frozenset({*(entry.name for entry in fields(cls)), *_OF_CONTEXT})

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        reader = _SettingsReader(values, known=cls.names())
        settings = cls(
            language=reader.language(),
            patience=reader.patience(),
            tier=reader.choice("tier", AnswerMode, AnswerMode.AUTO),
            reader=reader.flag("reader", default=False),
            llm=reader.models(),
            external_llm=reader.external(),
            safety=reader.part("safety", Safety.from_mapping, Safety()),
            visible=reader.part("visible", Visibility.from_mapping, Visibility()),
            treat_as=reader.part("treat_as", TreatAs.from_mapping, TreatAs()),
            retries=reader.part("retries", RetrySettings.from_mapping, RetrySettings()),
            budget=reader.part("budget", Budget.from_mapping, Budget()),
            cache=reader.part("cache", CacheSettings.from_mapping, CacheSettings()),
            context=reader.context(),
            tools=reader.part("tools", ToolSettings.from_mapping, ToolSettings()),
            memory=reader.part("memory", MemorySettings.from_mapping, MemorySettings()),
            schedule=reader.part("schedule", ScheduleSettings.from_mapping, ScheduleSettings()),
            watch=reader.part("watch", WatchSettings.from_mapping, WatchSettings()),
            watches=read_watches(reader, "watches"),
        )
        reader.check()
        return settings


class _SettingsReader(FieldReader):
    """Reads what is not just a field of some kind."""

    def language(self) -> str:
        language = self.values.get("language", _LANGUAGE)
        if isinstance(language, str) and language.strip():
            return language
        self.note("language", "language")
        return _LANGUAGE

    def patience(self) -> float:
        patience = self.values.get("patience", _PATIENCE)
        if isinstance(patience, bool) or not isinstance(patience, int | float):
            self.note("patience", "seconds")
        elif not 0 < patience <= _MOST_PATIENCE:
            self.note("patience", "seconds_most", most=str(_MOST_PATIENCE))
        else:
            return patience
        return _PATIENCE

    def models(self) -> tuple[ModelSettings, ...]:
        """One model, or several in their order."""
        listed = self.values.get("llm", ())
        if isinstance(listed, Mapping):
            listed = (listed,)
        if not isinstance(listed, list | tuple):
            self.note("llm", "models")
            return ()
        read = (
            self.read(
                "llm" if len(listed) == 1 else f"llm {at}", ModelSettings.from_mapping, values
            )
            for at, values in enumerate(listed, 1)
        )
        return tuple(model for model in read if model is not None)

    def external(self) -> ExternalModel | None:
        values = self.values.get("external_llm")
        if values is None:
            return None
        return self.read("external_llm", ExternalModel.from_mapping, values)

    def context(self) -> ContextSettings:
        """What belongs to the context may also stand beside it."""
        whole = self.values.get("context", {})
        beside = {name: self.values[name] for name in _OF_CONTEXT if name in self.values}
        if not isinstance(whole, Mapping):
            self.note("context", "settings")
            return ContextSettings()
        try:
            return ContextSettings.from_mapping({**whole, **beside})
        except SettingsError as error:
            as_written = tuple(f"{name}{sign}" for name in beside for sign in ",:")
            self.problems += [
                problem if problem.startswith(as_written) else prefix_problem("context", problem)
                for problem in error.problems
            ]
            return ContextSettings()
