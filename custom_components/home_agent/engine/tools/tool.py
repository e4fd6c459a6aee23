"""What a tool is."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import TYPE_CHECKING, Any, Protocol, runtime_checkable

from ..authority import Authority
from ..events import CarryOut, EventListener
from ..home import Home, Snapshot
from ..outcome import PlanOutcomes
from ..plan import Plan

if TYPE_CHECKING:
    from .toolbox import Toolbox


class InvalidRequestError(Exception):
    """Raised inside this package: a model asked for something invalid; says what is valid."""


class ToolEffect(StrEnum):
    """What using a tool can do to the world."""

    NOTHING = "nothing"
    """It only looks."""

    HOME = "home"
    """It acts in the home, through the gate."""

    OUTSIDE = "outside"
    """It asks somebody out of the house, and changes nothing there."""

    ELSEWHERE = "elsewhere"
    """It has somebody else do something, past the gate, or may have."""

    CALLER = "caller"
    """It is for whoever asks to carry out: we only pass on that it is wanted."""


BEYOND = frozenset({ToolEffect.OUTSIDE, ToolEffect.ELSEWHERE})
"""What is out of the house."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolContext:
    """What a tool may use in one turn."""

    home: Home
    carry_out: CarryOut
    """The one way to act: it passes the gate."""

    authority: Authority
    """On whose behalf, with a model in between."""

    listener: EventListener
    said: tuple[str, ...] = ()
    """What the person said in this conversation, as far as it is known; none of it by others."""


@dataclass(frozen=True, slots=True, kw_only=True)
class ExecutedPlan:
    """A plan that a tool carried out, with the outcomes of each step."""

    plan: Plan
    outcomes: PlanOutcomes


@dataclass(frozen=True, slots=True, kw_only=True)
class ToolResult:
    """The result for the model: `{success, result, error}`."""

    success: bool
    result: Any = None
    """JSON."""

    error: str | None = None
    executed: tuple[ExecutedPlan, ...] = ()
    """What was done, for the reply to the person. The model is not shown it."""

    elsewhere: bool = False
    """Whether somebody else did something with it, past our gate, so that we cannot check it."""

    from_outside: bool = False
    """Whether it tells of something beyond this home, which we cannot hold to anything."""

    watching: bool = False
    """Whether something is watched for, so that a promise to tell of it is true."""

    tokens: int = 0
    """What it used of another model."""

    def as_json(self) -> dict[str, Any]:
        """The form that a model reads."""
        return {"success": self.success, "result": self.result, "error": self.error}


class Tool(Protocol):
    """Something that a model may use.

    `run` is only called with arguments that fit the schema. What the home or a server did wrong is
    a result with an error; what the model did may also be raised as `InvalidRequestError`.
    """

    @property
    def name(self) -> str:
        """As the model calls it."""
        ...

    @property
    def description(self) -> str:
        """When to use it, in words for the model."""
        ...

    @property
    def parameters(self) -> Mapping[str, Any]:
        """The JSON schema of its arguments."""
        ...

    @property
    def effect(self) -> ToolEffect:
        """What using it can do."""
        ...

    async def run(self, arguments: Mapping[str, Any], context: ToolContext) -> ToolResult:
        """Use it."""
        ...


type MoreTools = Callable[[], Awaitable[tuple[Tool, ...]]]
"""Tools of others, which are only looked for when a model is asked."""


class ServerTools(Protocol):
    """Tools that servers offer, for whoever waits for them no longer than a while."""

    async def __call__(self, patience: float | None = None) -> tuple[Tool, ...]:
        """Those of the servers that answer within so many seconds."""
        ...


async def no_more_tools(patience: float | None = None) -> tuple[Tool, ...]:  # noqa: ARG001
    """No tools but ours."""
    return ()


@runtime_checkable
class TargetedTool(Protocol):
    """A tool that knows the entities of a call beforehand, so that others may run beside it."""

    def target_ids(self, arguments: Mapping[str, Any], home: Snapshot) -> frozenset[str] | None:
        """The entities that it reads or changes; None if that is not known beforehand."""
        ...


@runtime_checkable
class ClosableTool(Protocol):
    """A tool that holds a connection."""

    async def close(self) -> None:
        """Close it."""
        ...


def build_error(error: str) -> ToolResult:
    """The result of a failed call; the error says what would work."""
    return ToolResult(success=False, error=error)


class LazyToolbox:
    """The toolbox, loaded when it is first used."""

    def __init__(
        self, build: Callable[[], Toolbox], close: Callable[[], Awaitable[None]] | None = None
    ) -> None:
        """Build them with this, once; `close` lets go of what all of them share."""
        self._build = build
        self._close = close
        self._toolbox: Toolbox | None = None

    def get(self) -> Toolbox:
        """The toolbox."""
        if self._toolbox is None:
            self._toolbox = self._build()
        return self._toolbox

    async def close(self) -> None:
        """Close the tools."""
        if self._toolbox is not None:
            await self._toolbox.close()
        if self._close is not None:
            await self._close()
