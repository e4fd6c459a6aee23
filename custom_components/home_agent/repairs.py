"""Repairs that put things right themselves, after a yes."""

from typing import TYPE_CHECKING, override

from homeassistant.components.assist_pipeline import PipelineNotFound, async_update_pipeline
from homeassistant.components.assist_pipeline.pipeline import async_get_pipeline
from homeassistant.components.repairs import ConfirmRepairFlow
from homeassistant.core import HomeAssistant

if TYPE_CHECKING:
    # Home Assistant has a name for it since 2026.10.
    from homeassistant.components.repairs import RepairsFlowResult


class PrefersLocalFlow(ConfirmRepairFlow):
    """Has the agent hear every sentence first, instead of Home Assistant's own sentences."""

    def __init__(self, pipeline_id: str) -> None:
        """Mend this voice assistant."""
        self._pipeline_id = pipeline_id

    @override
    async def async_step_confirm(
        self, user_input: dict[str, str] | None = None
    ) -> RepairsFlowResult:
        """Switch off *Prefer handling commands locally* once the person has said yes."""
        if user_input is not None:
            try:
                pipeline = async_get_pipeline(self.hass, self._pipeline_id)
            except PipelineNotFound:
                return await super().async_step_confirm(user_input)
            await async_update_pipeline(self.hass, pipeline, prefer_local_intents=False)
        return await super().async_step_confirm(user_input)


async def async_create_fix_flow(
    _hass: HomeAssistant, _issue_id: str, data: dict[str, str | int | float | None] | None
) -> PrefersLocalFlow:
    """Return the flow that mends an issue; only a voice assistant's can be mended here."""
    return PrefersLocalFlow(str((data or {})["pipeline_id"]))
