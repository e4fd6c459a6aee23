"""A section of the options: what a form asks for, and how it is checked and kept."""

from collections.abc import Awaitable, Callable, Mapping
from dataclasses import dataclass
from typing import Any

import voluptuous as vol
from homeassistant.core import HomeAssistant
from homeassistant.data_entry_flow import section as FormSection  # noqa: N812 - a class
from homeassistant.helpers.selector import (
    NumberSelector,
    NumberSelectorConfig,
    NumberSelectorMode,
    Selector,
    SelectSelector,
    SelectSelectorConfig,
    SelectSelectorMode,
    TextSelector,
    TextSelectorConfig,
    TextSelectorType,
)

from ..engine.errors import SettingsError
from ..engine.llm.settings import ModelSettings
from ..engine.validation.problems import Problem
from .secrets import has_masked_secrets, mask_secrets, unmask_secrets

type Values = dict[str, Any]
type ModelSettingsReader = Callable[
    [Mapping[str, Any], Mapping[str, Any]], tuple[ModelSettings, ...]
]
"""The models that an entry's data and the values of a form speak of."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Section:
    """Some settings that belong together."""

    name: str
    """The step of the flow, and the option that it is kept under."""

    fields: Mapping[str, Selector[Any] | FormSection]
    read: Callable[[Mapping[str, Any]], object]
    """The engine's check; raises `SettingsError`."""

    defaults: Mapping[str, Any]
    """What holds where nothing is set."""

    try_out: Callable[[HomeAssistant, Mapping[str, Any]], Awaitable[None]] | None = None
    """A further check, for which this Home Assistant is needed; raises `SettingsError`."""

    models: ModelSettingsReader | None = None
    """Where there are models in these settings, so that they can be tried out."""

    of_house: Callable[[HomeAssistant], Mapping[str, Selector[Any]]] | None = None
    """Further fields, whose choices depend on what there is in this Home Assistant."""

    doubts: Callable[[HomeAssistant, Mapping[str, Any]], None] | None = None
    """What can be used but is probably not what was meant; raises `SettingsError` with it. Whoever
    fills in the same once more means it."""

    to_form: Callable[[Values], Values] = dict
    """What of that which is kept the form shows in another way."""

    from_form: Callable[[Values], Values] = dict
    """What of that which was filled in is kept in another way."""

    flat: bool = False
    """Whether each field is an option of its own."""

    needs_model: bool = True
    """Whether it means something only where a model is asked."""

    of_tasks: bool = False
    """Whether it means something to an AI task as well."""

    def schema(self, hass: HomeAssistant) -> vol.Schema:
        """Everything may be left out."""
        every = {**self.fields, **(self.of_house(hass) if self.of_house else {})}
        return vol.Schema({vol.Optional(name): field for name, field in every.items()})

    def kept(self, options: Mapping[str, Any]) -> Values:
        """What is set now."""
        if self.flat:
            return {name: options[name] for name in self.fields if name in options}
        return dict(options.get(self.name, {}))

    def shown(self, values: Mapping[str, Any]) -> Values:
        """What the form begins with."""
        return mask_secrets({**self.defaults, **self.to_form(dict(values))})

    def given(self, user_input: Mapping[str, Any], kept: Mapping[str, Any]) -> Values:
        """What was filled in, in the form that is kept."""
        filled = {
            name: whole(element) for name, element in user_input.items() if not _is_gap(element)
        }
        # A list that was emptied may come as a gap, which is not to bring back its default.
        emptied: Values = {
            name: []
            for name, default in self.defaults.items()
            if isinstance(default, list | tuple) and name not in filled
        }
        return self.from_form(unmask_secrets({**filled, **emptied}, kept))

    def check(self, given: Mapping[str, Any]) -> None:
        """Raise `SettingsError` with one line for each wrong field."""
        masked = [name for name, value in given.items() if has_masked_secrets(value)]
        if masked:
            raise SettingsError(tuple(Problem(name, "typed_again") for name in masked))
        self.read(given)

    def options(self, given: Mapping[str, Any], options: Mapping[str, Any]) -> Values:
        """All the options with this section as given."""
        if not self.flat:
            return {**options, self.name: dict(given)}
        others = {name: value for name, value in options.items() if name not in self.fields}
        return {**others, **given}


def whole(value: Any) -> Any:  # noqa: ANN401 - any value of a form
    """Without the decimals that the frontend gives to whole numbers."""
    if isinstance(value, float) and value.is_integer():
        return int(value)
    if isinstance(value, list):
        return [whole(element) for element in value]
    if isinstance(value, dict):
        return {name: whole(element) for name, element in value.items()}
    return value


def _is_gap(value: object) -> bool:
    return value is None or value == {} or (isinstance(value, str) and not value.strip())


def defaults_of(settings: object, *names: str) -> Values:
    """What holds by default, of those fields that have a default worth showing."""
    return {name: getattr(settings, name) for name in names}


def number(
    least: float, most: float | None = None, *, step: float | None = 1, unit: str | None = None
) -> NumberSelector:
    """A number in a box; without a step it may have any decimals."""
    config = NumberSelectorConfig(min=least, step=step or "any", mode=NumberSelectorMode.BOX)
    if most is not None:
        config["max"] = most
    if unit is not None:
        config["unit_of_measurement"] = unit
    return NumberSelector(config)


def choice(name: str, *options: str, multiple: bool = False) -> SelectSelector:
    """One of a few words, or some; `name` leads to their translations."""
    return SelectSelector(
        SelectSelectorConfig(
            options=list(options),
            multiple=multiple,
            mode=SelectSelectorMode.LIST if multiple else SelectSelectorMode.DROPDOWN,
            translation_key=name,
        )
    )


def text(*, multiline: bool = False) -> TextSelector:
    """Any words."""
    return TextSelector(TextSelectorConfig(multiline=multiline))


TEXTS = TextSelector(TextSelectorConfig(multiple=True))
PASSWORD = TextSelector(
    TextSelectorConfig(type=TextSelectorType.PASSWORD, autocomplete="new-password")
)
