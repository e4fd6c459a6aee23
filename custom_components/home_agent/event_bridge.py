"""Passes on to Home Assistant what the agent does: events, sensors, the logbook and repairs."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from homeassistant.components.conversation import DOMAIN as CONVERSATION
from homeassistant.const import (
    ATTR_DOMAIN,
    ATTR_ENTITY_ID,
    ATTR_NAME,
    EVENT_LOGBOOK_ENTRY,
)
from homeassistant.core import Context, HomeAssistant, callback
from homeassistant.helpers import entity_registry as er
from homeassistant.util import dt as dt_util

from .bus_events import BusEvent, EventContext, bus_events, error_event
from .const import DOMAIN, LOGGER
from .coordinator import HomeAgentCoordinator
from .engine.events import (
    Announcement,
    CallEnded,
    ContextGiven,
    ContextImpaired,
    Event,
    EventListener,
    JobEnded,
    MemoriesExtracted,
    ModelAnswered,
    ModelFailed,
    TimerEnded,
    ToolFinished,
    TurnFinished,
    WatchImpaired,
)
from .engine.outcome import CHANGES, FAILURES, Outcome, Status
from .engine.turn import Reply
from .repair_issues import (
    async_context_impaired,
    async_model_answered,
    async_model_failed,
    async_prompt_made,
    async_watch_blind,
)
from .settings import DebugSettings

if TYPE_CHECKING:
    from .agent_entry import AgentEntry

_CHANGED = CHANGES | {Status.SCHEDULED}
# Of a whole house that goes dark, nobody reads all.
_MOST_NAMED = 10


@dataclass(frozen=True, slots=True, kw_only=True)
class EventBridge:
    """Passes on what one agent does."""

    hass: HomeAssistant
    entry: AgentEntry
    coordinator: HomeAgentCoordinator
    debug: DebugSettings
    context_mode: str

    @callback
    def async_listener(
        self, context: Context, conversation_id: str | None, also: EventListener | None = None
    ) -> EventListener:
        """Whoever is to hear of what happens in a turn, or while a tool is used without one."""
        event_context = self._event_context(context, conversation_id)
        failed: list[ModelFailed] = []

        @callback
        def hear(event: Event) -> None:
            if also is not None:
                also(event)
            if isinstance(event, ModelFailed):
                failed.append(event)
            for told in bus_events(event, event_context, dt_util.utcnow().isoformat(), failed):
                self._async_fire(told, context)
            self._async_take(event, context)

        return hear

    @callback
    def async_api_listener(self, context: Context) -> Callable[[Event], None]:
        """Likewise, where there will be no reply to tell of what was done."""

        @callback
        def note(event: Event) -> None:
            if isinstance(event, CallEnded) and _changed(event.outcomes):
                self._async_log(self._named(event.call.full_name, event.outcomes), context)
                self.coordinator.async_refresh_soon()
            elif isinstance(event, ToolFinished):
                # It may have planned something.
                self.coordinator.async_refresh_soon()

        return self.async_listener(context, None, note)

    @callback
    def async_report_error(
        self, error: Exception, context: Context, conversation_id: str | None, component: str
    ) -> None:
        """Tell automations of trouble of our own."""
        event_context = self._event_context(context, conversation_id)
        self._async_fire(error_event(error, event_context, component), context)

    @callback
    def async_announce(self, event: Event) -> None:
        """Tell of what happened by itself: a timer that is up, a job that was done or missed."""
        self.coordinator.async_refresh_soon()
        if isinstance(event, WatchImpaired):
            async_watch_blind(self.hass, self.entry, event)
        if isinstance(event, ContextImpaired):
            async_context_impaired(self.hass, self.entry, event)
        if isinstance(event, MemoriesExtracted):
            context = Context()
            happened = self._event_context(context, event.conversation_id)
            for told in bus_events(event, happened, dt_util.utcnow().isoformat()):
                self._async_fire(told, context)
        if not isinstance(event, Announcement):
            return
        LOGGER.info("%s", event.text)
        ended = event.about.outcomes if isinstance(event.about, JobEnded) else ()
        outcomes = tuple(outcome for step in ended for outcome in step)
        self._async_log(self._named(event.text, outcomes), None)
        if isinstance(event.about, TimerEnded) or not _needs_no_word(event.about):
            self.entry.async_create_task(
                self.hass, self.entry.runtime_data.agent.send(event), f"{DOMAIN} message"
            )

    @callback
    def _async_take(self, event: Event, context: Context) -> None:
        match event:
            case TurnFinished(reply=reply):
                self.coordinator.async_note(reply)
                self.coordinator.async_refresh_soon()
                self._async_log_reply(reply, context)
            case ContextGiven(problems=problems):
                async_prompt_made(self.hass, self.entry, problems)
            case ModelAnswered():
                async_model_answered(self.hass, self.entry)
            case ModelFailed():
                async_model_failed(self.hass, self.entry, event)

    @callback
    def _async_log_reply(self, reply: Reply, context: Context) -> None:
        if _changed(reply.outcomes):
            self._async_log(self._named(reply.text, reply.outcomes), context)

    @callback
    def _named(self, text: str, outcomes: tuple[Outcome, ...]) -> str:
        """The text with the names of what changed, where it does not tell them itself."""
        states = (
            self.hass.states.get(outcome.entity_id)
            for outcome in outcomes
            if outcome.entity_id and outcome.status in _CHANGED
        )
        names = [*dict.fromkeys(state.name for state in states if state is not None)]
        if all(name.casefold() in text.casefold() for name in names):
            return text
        more = len(names) - _MOST_NAMED
        listed = ", ".join(names[:_MOST_NAMED]) + (f" +{more}" if more > 0 else "")
        return f"{text} ({listed})"

    @callback
    def _async_log(self, message: str, context: Context | None) -> None:
        entity_id = er.async_get(self.hass).async_get_entity_id(
            CONVERSATION, DOMAIN, self.entry.entry_id
        )
        # As `logbook.async_log_entry` does, which cannot be imported where nothing is recorded.
        told = {
            ATTR_NAME: self.entry.title,
            "message": message,
            ATTR_DOMAIN: DOMAIN,
            **({ATTR_ENTITY_ID: entity_id} if entity_id else {}),
        }
        self.hass.bus.async_fire(EVENT_LOGBOOK_ENTRY, told, context=context)

    @callback
    def _async_fire(self, told: BusEvent, context: Context) -> None:
        name, data = told
        if self.debug.debug_logging:
            LOGGER.debug("%s: %s", name, data)
        if self.debug.emit_events:
            self.hass.bus.async_fire(name, data, context=context)

    def _event_context(self, context: Context, conversation_id: str | None) -> EventContext:
        return EventContext(
            config_entry_id=self.entry.connection.entry_id,
            config_subentry_id=self.entry.entry_id,
            conversation_id=conversation_id,
            user_id=context.user_id,
            context_mode=self.context_mode,
        )


def _changed(outcomes: tuple[Outcome, ...]) -> bool:
    return any(outcome.status in _CHANGED for outcome in outcomes)


def _needs_no_word(ended: JobEnded) -> bool:
    """Whether it was done, or its condition was not met: the house shows either.

    What a watch tells is sent by the engine, whatever else came of it.
    """
    if ended.job.notice is not None:
        return True
    outcomes = [outcome for step in ended.outcomes for outcome in step]
    unlucky = any(outcome.status in FAILURES for outcome in outcomes)
    return not ended.held or (bool(outcomes) and not unlucky)
