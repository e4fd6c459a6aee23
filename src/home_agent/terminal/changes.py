"""What a turn did to each entity, as short lines for people."""

from collections.abc import Callable, Iterator, Mapping

from home_agent.engine.chat_api.reply_document import changed_attributes
from home_agent.engine.home import Layout, State
from home_agent.engine.outcome import SEEN_CHANGES, Outcome, Reason, Status

from .screen import arrow
from .state_words import attribute_in_words, value_in_words

_MOST_LINES = 12
_SHOWN: Mapping[str, str] = {
    "brightness": "brightness",
    "color_temp_kelvin": "colour temperature",
    "rgb_color": "colour",
    "effect": "effect",
    "percentage": "speed",
    "preset_mode": "preset",
    "oscillating": "oscillating",
    "current_position": "position",
    "current_tilt_position": "tilt",
    "temperature": "temperature",
    "target_temp_low": "lowest temperature",
    "target_temp_high": "highest temperature",
    "humidity": "humidity",
    "fan_mode": "fan",
    "swing_mode": "swing",
    "volume_level": "volume",
    "is_volume_muted": "muted",
    "source": "source",
    "media_title": "title",
    "shuffle": "shuffle",
    "repeat": "repeat",
    "fan_speed": "speed",
}
"""The attributes that people care about, and what they call them."""

_REASONS: Mapping[Reason, str] = {
    Reason.NOT_EXPOSED: "not shared with the assistant",
    Reason.NOT_ALLOWED: "not allowed",
    Reason.READ_ONLY: "only looking is allowed",
    Reason.UNCLASSIFIED: "not for a machine to do",
    Reason.TOO_MANY: "too many calls",
    Reason.DRY_RUN: "dry run",
    Reason.UNAVAILABLE: "cannot be reached",
    Reason.UNSUPPORTED: "cannot do that",
    Reason.NOT_IN_RANGE: "not in its range",
    Reason.NOT_AN_OPTION: "not one of its options",
    Reason.INCOMPLETE: "something is missing",
    Reason.REJECTED: "the home said no",
    Reason.NO_RESPONSE: "no response",
    Reason.STUCK: "stuck",
    Reason.OFF: "already off",
    Reason.NOTHING_TO_UNDO: "nothing to undo",
    Reason.CHANGED_SINCE: "changed since",
    Reason.SET_OFF: "cannot be undone",
    Reason.SAID: "cannot be taken back",
    Reason.NO_WAY_BACK: "no way back",
    Reason.NOT_SO: "not so",
    Reason.NOT_TRIED: "not tried",
    Reason.NOT_FOUND: "not found",
    Reason.NOT_LISTED: "on no list",
    Reason.WHICH_LIST: "on several lists",
    Reason.LEFT: "left as it is",
    Reason.NOT_WAITING: "nobody waits here",
    Reason.NOT_CONFIRMED: "nobody said yes",
    Reason.NOT_KEPT: "could not be kept",
    Reason.NOT_DURABLE: "nothing can be kept on disk",
    Reason.STILL_PLANNED: "still planned",
    Reason.PLANS_UNKNOWN: "cannot be read",
    Reason.PLANS_DAMAGED: "something was damaged",
    Reason.TOO_FAR: "too far ahead",
    Reason.TOO_MUCH: "too much is planned",
    Reason.TOO_OFTEN: "too often",
    Reason.NO_SUN: "no sun is known",
    Reason.TIME_OVER: "the time is over",
    Reason.SECRET: "codes are not kept",
    Reason.NO_JOB: "nothing planned",
    Reason.WHICH_JOB: "several are planned",
    Reason.IN_SETTINGS: "it is in the settings",
    Reason.NOTHING_TO_SNOOZE: "no alarm has rung",
    Reason.NO_TIMER: "no such timer",
    Reason.WHICH_TIMER: "several timers",
    Reason.HOW_LONG: "no length",
    Reason.GONE: "no longer there",
    Reason.NOT_THERE: "not there",
    Reason.NO_AUTOMATIONS: "no automations can be written",
    Reason.NOT_AN_AUTOMATION: "not an automation",
    Reason.NO_AUTOMATION: "no such automation",
    Reason.WHICH_AUTOMATION: "several automations",
    Reason.MEMORY_OFF: "the memory is off",
    Reason.MEMORY_SECRET: "secrets are not remembered",
    Reason.MEMORY_NONE: "nothing is remembered",
    Reason.MEMORY_PERSON: "only for a person",
}


def change_lines(outcomes: tuple[Outcome, ...], layout: Layout) -> list[str]:
    """One line for each entity that changed or failed to, as many as fit a screen."""
    if len(outcomes) == 1 and outcomes[0].status not in SEEN_CHANGES:
        # The reply has said so.
        return []
    lines = [line for outcome in outcomes if (line := _line(outcome, layout))]
    if len(lines) <= _MOST_LINES:
        return lines
    return [*lines[: _MOST_LINES - 1], f"and {len(lines) - _MOST_LINES + 1} more"]


def _line(outcome: Outcome, layout: Layout) -> str:
    if outcome.entity_id is None or outcome.status is Status.ANSWERED:
        return ""
    entity = layout.entities.get(outcome.entity_id)

    def words(state: State) -> str:
        return value_in_words(entity, state)

    match outcome.status:
        case Status.DONE | Status.PENDING:
            what = ", ".join(_differences(outcome, words))
        case Status.ASKED:
            what = "asked"
        case Status.ALREADY:
            what = f"already {words(outcome.after)}" if outcome.after else "already so"
        case _:
            reason = _REASONS[outcome.reason] if outcome.reason else outcome.status.value
            state = outcome.after or outcome.before
            what = f"still {words(state)} ({reason})" if state and state.available else reason
    return f"{_name(outcome.entity_id, layout)}: {what}" if what else ""


def _name(entity_id: str, layout: Layout) -> str:
    """What we call it; with its room, where another thing goes by the same name."""
    entity = layout.entities.get(entity_id)
    if entity is None:
        return entity_id
    area = layout.area_of(entity)
    shared = sum(other.name == entity.name for other in layout.entities.values()) > 1
    return f"{entity.name} ({area.name})" if shared and area else entity.name


def _differences(outcome: Outcome, words: Callable[[State], str]) -> Iterator[str]:
    before, after = outcome.before, outcome.after
    if after is None:
        return
    if before is None:
        yield words(after)
    elif (was := words(before)) != (now := words(after)):
        yield f"{was} {arrow()} {now}"
    for name, (old, new) in changed_attributes(outcome).items():
        # A lamp that goes on or off gains or loses its brightness: only the new value is news.
        if name not in _SHOWN or new is None:
            continue
        if isinstance(new, bool):
            yield _SHOWN[name] if new else f"not {_SHOWN[name]}"
            continue
        pair = [attribute_in_words(name, value) for value in (old, new) if value is not None]
        yield f"{_SHOWN[name]} {f' {arrow()} '.join(pair)}"
