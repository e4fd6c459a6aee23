"""What is given to an action and nobody should write down: a PIN, a code, a password.

Home Assistant fires an event with the data of every action, which the recorder keeps, and
automations keep it in their traces. Both are handed the same table that our schema is shown first.
So the schema takes what is private out of it, and hands it on to the action alone.
"""

import json
from collections.abc import Callable, MutableMapping
from typing import Any, override

import voluptuous as vol
from homeassistant.core import HomeAssistant, callback

from .const import DOMAIN
from .engine.errors import LanguageError
from .engine.home.service import is_secret_field
from .engine.language import Language, load_language, match_language
from .engine.understand.text.digits import REDACTED, redact_digits
from .engine.understand.text.redaction import redact

type Redactor = Callable[[str], str]
"""A sentence as it may be written down."""


class SecretText:
    """A text that is handed on and never written down, whoever prints it."""

    __slots__ = ("_text",)

    def __init__(self, text: str) -> None:
        """Keep this."""
        self._text = text

    def reveal(self) -> str:
        """The text itself."""
        return self._text

    @override
    def __repr__(self) -> str:
        return f"'{REDACTED}'"

    __str__ = __repr__


def pin(value: Any) -> SecretText:  # noqa: ANN401 - as it was given
    """A PIN, also one that was written without quotes; nothing of it is in an error."""
    written = value.reveal() if isinstance(value, SecretText) else value
    if isinstance(written, int) and not isinstance(written, bool):
        written = str(written)
    if not isinstance(written, str) or not written.strip().isdecimal():
        raise vol.Invalid("This must be figures, between quotes.")
    return SecretText(written.strip())


class RedactingSchema(vol.Schema):  # type: ignore[misc]  # core has it untyped
    """Hands the data on to the action, and leaves others a table without what is private."""

    def __init__(self, schema: Any, shown: Redactor) -> None:  # noqa: ANN401 - as any schema
        """Check this; sentences may be written down like that."""
        super().__init__(schema)
        self._shown = shown

    @override
    def __call__(self, data: Any) -> Any:
        return super().__call__(self._taken(data))

    def _taken(self, data: Any) -> Any:  # noqa: ANN401 - as it was given
        """The data for the action; what others see of it has no secrets from now on."""
        if not isinstance(data, MutableMapping):
            return data
        given = dict(data)
        if "pin" in given:
            given["pin"] = SecretText(str(given["pin"]))
            data["pin"] = REDACTED
        if isinstance(text := given.get("text"), str):
            data["text"] = self._shown(text)
        if "parameters" in given:
            data["parameters"] = _without_secrets(given["parameters"], self._shown)
        return given


@callback
def async_redactor(hass: HomeAssistant) -> Redactor:
    """How sentences may be written down; until that is worked out, not at all.

    What is secret is recognised in any language; whose words are read first is the home's.
    """
    known: list[Language] = []

    async def read() -> None:
        known.append(await hass.async_add_executor_job(_language, hass.config.language))

    hass.async_create_background_task(read(), f"{DOMAIN} discretion")
    return lambda text: redact_digits(redact(text, known[0]).text, known[0]) if known else REDACTED


def _language(wanted: str) -> Language:
    """The language of the home, with all that is read from disk in it. Slow."""
    try:
        language = load_language(match_language(wanted))
    except LanguageError:
        language = load_language("en")
    redact_digits(redact("the code is one", language).text, language)
    return language


def _without_secrets(value: Any, shown: Redactor) -> Any:  # noqa: ANN401 - any JSON
    """Arguments of a tool as they may be written down, also those that are JSON within a text."""
    match value:
        case dict():
            return {
                key: REDACTED if is_secret_field(str(key)) else _without_secrets(element, shown)
                for key, element in value.items()
            }
        case list():
            return [_without_secrets(element, shown) for element in value]
        case str() if value.lstrip().startswith(("{", "[")):
            try:
                read = json.loads(value)
                return json.dumps(_without_secrets(read, shown), ensure_ascii=False)
            except ValueError, RecursionError:
                return REDACTED
        case str() if len(value.split(None, 1)) > 1:
            # A sentence; an id is one word.
            return shown(value)
    return value
