"""By which way a sentence came: what Home Assistant knows, not what a caller says of itself.

Whoever is logged in can give any `device_id` or `satellite_id` with a sentence, and any name to a
conversation. What a microphone heard went through a run of the assist pipeline that began with
audio, in the very context of the sentence; that is looked up. What cannot be told apart counts as
each of the ways that it may have been, so that no rule is got rid of by pretending.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any

from homeassistant.core import Context, HomeAssistant, callback

from .engine.authority import Origin

_PIPELINES = "assist_pipeline"
_HEARD = frozenset({"wake_word", "stt"})


@dataclass(frozen=True, slots=True, kw_only=True)
class TurnOrigin:
    """How a sentence came, and how else it may have."""

    origin: Origin
    possible: tuple[Origin, ...] = ()
    satellite_id: str | None = None
    """What heard it, where that is certain: a satellite's entity, or a device."""


@callback
def async_turn_origin(
    hass: HomeAssistant,
    context: Context,
    *,
    device_id: str | None = None,
    satellite_id: str | None = None,
) -> TurnOrigin:
    """The way of a sentence with this context, from what is said to be this device."""
    run = next(_runs(hass, context), None)
    heard = run is not None and str(getattr(run, "start_stage", "")) in _HEARD
    claims = satellite_id or device_id
    if context.user_id is None:
        # Nobody from outside has a context without a user: only Home Assistant itself does.
        if heard:
            return TurnOrigin(origin=Origin.VOICE, satellite_id=claims)
        if claims:
            return TurnOrigin(
                origin=Origin.VOICE, possible=(Origin.AUTOMATION,), satellite_id=claims
            )
        return TurnOrigin(origin=Origin.AUTOMATION)
    if heard:
        return TurnOrigin(origin=Origin.VOICE)
    # A phone may have turned speech into text by itself.
    possible = [Origin.VOICE] if claims else []
    if run is None:
        # Typed into something else than an assist window; or a script that somebody ran.
        possible.append(Origin.AUTOMATION)
    return TurnOrigin(origin=Origin.CHAT, possible=tuple(possible))


@callback
def async_action_origin(context: Context) -> TurnOrigin:
    """The way of an action: an automation's, or a person's who called it or ran a script."""
    if context.user_id is None:
        return TurnOrigin(origin=Origin.AUTOMATION)
    return TurnOrigin(origin=Origin.CHAT, possible=(Origin.AUTOMATION,))


def _runs(hass: HomeAssistant, context: Context) -> Iterator[Any]:
    """The runs of the pipeline in this very context.

    Home Assistant keeps them to itself: where they are not found, nothing is taken for certain.
    """
    data = hass.data.get(_PIPELINES)
    by_pipeline = getattr(getattr(data, "pipeline_runs", None), "_pipeline_runs", {})
    for runs in tuple(by_pipeline.values()):
        yield from (run for run in tuple(runs.values()) if run.context is context)
