"""What is wrong with a setting: a line of English, and what a shell needs to say it otherwise."""

from collections.abc import Mapping
from typing import Self

SENTENCES: Mapping[str, str] = {
    # Of any field.
    "unknown": "there is no such setting.",
    "unknown_near": "there is no such setting. Did you mean {near}?",
    "settings": "must be a table of settings.",
    "text": "must be a text.",
    "number": "must be a number from {least} to {most}.",
    "whole": "must be a whole number from {least} to {most}.",
    "whole_least": "must be a whole number of at least {least}.",
    "flag": "must be true or false.",
    "choice": "must be one of {choices}.",
    "some_of": "must be a list of some of {choices}.",
    "table": "must be a table of names and values.",
    "list": "must be a list.",
    # Of the agent.
    "language": "must be a language code such as 'en' or 'de-CH'.",
    "seconds": "must be a number of seconds.",
    "seconds_most": "must be more than 0 and at most {most} seconds.",
    # Of a model.
    "models": "must be a table of settings, or a list of such.",
    "address": "must be an address such as http://localhost:11434/v1.",
    "address_scheme": "must begin with http:// or https://.",
    "address_secret": "must not hold a name or a password: use api_key or headers.",
    "address_query": "must not hold a '?' and what follows it: use headers or parameters.",
    "key_signs": "has signs that no key has. Copy it once more.",
    "typed_again": "must be typed again, since its server is another one now.",
    "header": "must be a plain text of one line.",
    "header_name": "is no name of a header. Letters, figures and - make one.",
    "parameter_ours": "is set by us; leave it out.",
    "project": "must be the id of your Google Cloud project, since vertex is on.",
    # Of what a model is told.
    "prompt": "must be a prompt, or use_default be true.",
    "template": "{error}.",
    "variable": "there is no variable {variable}, only {choices}.",
    "entities": "must be a list such as [light.kitchen, climate.*].",
    "entity": "must have an entity_id, and attributes if you like.",
    "entity_id": "entity_id must be one such as light.kitchen or light.*.",
    "attributes": "attributes must be a list such as [state, brightness].",
    "host": "must be a name or a number of a machine, without http:// and port.",
    "documents": "must be a list of folders, or of tables with a folder each.",
    "folder": "must be the whole path of a folder, such as /config/manuals or ~/manuals.",
    # Of what is remembered.
    "collection_name": "must be 3 to 63 letters, figures, dots, hyphens or underscores.",
    # Of what is allowed.
    "confirm": "must be true, false or a list of: {choices}.",
    "selectors": "must be a list such as ['domain:lock'].",
    "custom_tool": "{problem}",
    "services": "must be a list such as ['notify.phone'], without services that run programs.",
    "selector_kind": "'{written}' must be an entity id, or begin with one of {choices}.",
    "selector_name": "'{written}' must name something, such as light.porch or domain:lock.",
    "treated_id": "must be an entity id such as switch.plug, of one of {domains}.",
    "pin": "must be 4 to 12 digits between quotes.",
    "rules": "must be a list of tables.",
    "rule": "must have some of name, allow, deny, users and origins.",
    "absent": "this is not in the home: {names}.",
    # Of what is watched for.
    "watches": "must be a list of tables.",
    "watch_name": "must be a name that tells this watch from the others.",
    "watch_name_taken": "is the name of another watch. Give each its own.",
    "watch_what": "must say what to watch for: an entity with above, below, state, not_state"
    " or changes; or after, before or days; or all or any.",
    "watch_needs": "says nothing without {needs}.",
    "event_types": "must be a list of event types, such as zha_event; not state_changed.",
    "event_type": "must be the type of an event, such as zha_event; not state_changed.",
    "watch_event": "cannot go with event, which is over when it is heard.",
    "watch_momentary": "cannot go with changes, which last no time.",
    "way": "must be persistent_notification, speak or one such as notify.mobile_app_anna,"
    " or a list of them.",
    "length": "must be a number of seconds, or a length such as '10 min' or '1 h'.",
    "time_of_day": "must be a time of day between quotes, such as '23:00'.",
    "states": "must be a state such as 'open', or a list of them.",
    "entity_ids": "must be an entity id such as sensor.freezer, or a list of at most 50.",
    "conditions": "must be a list of conditions.",
    "conditions_deep": "has too many conditions inside each other.",
    "actions": "must be a table with service, entity and data, or a list of at most 20.",
    "service": "must be a service such as switch.turn_on.",
    "data_without": "must not hold {key}.",
}
"""What can be wrong, by kind. A shell with other languages has a sentence for each of them."""


class Problem(str):
    """What is wrong with one field. As a text it is the line for whoever reads English."""

    __slots__ = ("kind", "placeholders", "where")

    where: str
    """The field, and where within it: `rules, number 2, allow`. Nothing: all of the settings."""

    kind: str
    placeholders: Mapping[str, str]

    def __new__(cls, where: str, kind: str, **placeholders: str) -> Self:
        """Say it of this field, by one of the kinds in `SENTENCES`."""
        said = SENTENCES[kind].format(**placeholders)
        self = super().__new__(cls, f"{where}: {said}" if where else said)
        self.where, self.kind, self.placeholders = where, kind, placeholders
        return self

    def under(self, name: str) -> Problem:
        """The same, of settings that belong under this name."""
        where = f"{name}, {self.where}" if self.where else name
        return Problem(where, self.kind, **self.placeholders)


def prefix_problem(name: str, problem: str) -> str:
    """What is wrong with settings that belong under this name, however it is told."""
    return problem.under(name) if isinstance(problem, Problem) else f"{name}, {problem}"


class MisreadError(ValueError):
    """What a person wrote makes no sense, in whichever field it was."""

    def __init__(self, kind: str, **placeholders: str) -> None:
        """Keep what it takes to tell it of the field."""
        super().__init__(SENTENCES[kind].format(**placeholders).removesuffix("."))
        self.kind = kind
        self.placeholders = placeholders
