"""What a family allows, forbids and wants to be asked about: settings, checked at the border."""

import re
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from ...authority import Authority, Origin
from ...home import Entity, Layout, ServiceCall
from ...home.places import Places
from ...validation.fields import FieldReader
from .reach import ReachableCall
from .selector import Selector, read_selector
from .sensitivity import Sensitivity

_ASKED_ABOUT = frozenset(set(Sensitivity) - {Sensitivity.VALVE})
_PIN_LENGTHS = range(4, 13)
_SERVICE = re.compile(r"[a-z0-9_]+\.[a-z0-9_]+")
# No agent runs programs on this machine, whoever allows it.
_PROGRAMS = frozenset({"hassio", "pyscript", "python_script", "shell_command"})


def runs_programs(service: str) -> bool:
    """Whether a service runs programs on this machine."""
    return service.partition(".")[0] in _PROGRAMS


@dataclass(frozen=True, slots=True, kw_only=True)
class Rule:
    """What some people, or whoever asks in some way, may and may not do."""

    allow: tuple[Selector, ...] = ()
    """If there are any, nothing else is allowed."""

    deny: tuple[Selector, ...] = ()
    users: frozenset[str] = frozenset()
    """Empty: everyone."""

    origins: frozenset[Origin] = frozenset()
    """Empty: however they ask."""

    def concerns(self, authority: Authority) -> bool:
        """Whether the rule is about whoever asks, or any way or decision since."""
        return any(self.concerns_link(origin, authority) for origin in authority.origins)

    def concerns_link(self, origin: Origin, authority: Authority) -> bool:
        """Whether the rule is about this link of a chain."""
        return (not self.users or authority.user_id in self.users) and (
            not self.origins or origin in self.origins
        )

    def allows(self, call: ServiceCall, entity: Entity, layout: Layout) -> bool:
        """Whether the rule, unless it denies this, lets it be done."""
        return not self.allow or self.names(call, entity, layout)

    def denies(self, touch: ReachableCall, places: Places) -> bool:
        """Whether the rule forbids what is touched, or what it may be."""
        return any(selector.may_select(touch, places) for selector in self.deny)

    def names(self, call: ServiceCall, entity: Entity, layout: Layout) -> bool:
        """Whether the rule allows this in so many words."""
        return any(selector.selects(call, entity, layout) for selector in self.allow)


@dataclass(frozen=True, slots=True, kw_only=True)
class Safety:
    """How careful to be. The defaults suit a family."""

    confirm: frozenset[Sensitivity] = _ASKED_ABOUT
    """What is asked about before it is done."""

    mark: tuple[Selector, ...] = ()
    """What a person wants to be asked about besides."""

    trust: tuple[Selector, ...] = ()
    """What is never asked about, whatever it holds."""

    pin: str | None = field(default=None, repr=False)
    """Where there is one, it is asked for instead of a yes."""

    rules: tuple[Rule, ...] = ()
    services: frozenset[str] = frozenset()
    """Services that act on no entity, such as `notify.phone`, which may be called: each by name."""

    calls_a_minute: int = 60
    """Of one person, or one conversation: more is a mistake, or a machine."""

    turns_a_minute: int = 0
    """Of one person or satellite, whether or not anything is done. 0: as many as they say."""

    dry_run: bool = False
    """Whether everything is checked and told, and nothing done."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        reader = _SafetyReader(values, known=_FIELDS)
        safety = cls(
            confirm=reader.confirm(),
            mark=reader.selectors("mark", values.get("mark", ())),
            trust=reader.selectors("trust", values.get("trust", ())),
            pin=reader.pin(),
            rules=tuple(reader.rules()),
            services=reader.services(),
            calls_a_minute=reader.whole("calls_a_minute", 60),
            turns_a_minute=reader.whole("turns_a_minute", 0, least=0, most=6000),
            dry_run=reader.flag("dry_run", default=False),
        )
        reader.check()
        return safety


NOTHING_ASKED = Safety(confirm=frozenset())
"""Nothing needs a yes: for measuring what is understood, not for a home."""

_RULE = frozenset({"allow", "deny", "name", "origins", "users"})
"""What a rule may have. Its name is for whoever reads the settings."""

_FIELDS = frozenset(
    {
        *("allow", "calls_a_minute", "confirm", "deny", "dry_run", "mark", "pin", "rules"),
        "turns_a_minute",
        *("services", "trust"),
    }
)


class _SafetyReader(FieldReader):
    """Reads what is not just a field of some kind."""

    def confirm(self) -> frozenset[Sensitivity]:
        """True, false, or a list of what to ask about."""
        value = self.values.get("confirm", True)
        if isinstance(value, bool):
            return _ASKED_ABOUT if value else frozenset()
        known = {str(kind) for kind in Sensitivity}
        if not isinstance(value, list | tuple) or set(map(str, value)) - known:
            self.note("confirm", "confirm", choices=", ".join(sorted(known)))
            return _ASKED_ABOUT
        return frozenset(Sensitivity(str(kind)) for kind in value)

    def selectors(self, name: str, value: object) -> tuple[Selector, ...]:
        """A list of things."""
        if not isinstance(value, list | tuple):
            self.note(name, "selectors")
            return ()
        found = (self.written(name, read_selector, str(line)) for line in value)
        return tuple(selector for selector in found if selector is not None)

    def pin(self) -> str | None:
        """Digits, as a text: 0042 is not 42. What was given is never repeated in a message."""
        value = self.values.get("pin")
        if value is None or value == "":
            return None
        if isinstance(value, str) and value.isdecimal() and len(value) in _PIN_LENGTHS:
            return value
        self.note("pin", "pin")
        return None

    def services(self) -> frozenset[str]:
        """Names of services, each in full. What runs programs is not among them."""
        listed = self.words("services")
        if any(not _SERVICE.fullmatch(name) or runs_programs(name) for name in listed):
            self.note("services", "services")
            return frozenset()
        return listed

    def rules(self) -> Iterable[Rule]:
        """The lists for everyone, then those for some."""
        allow = self.selectors("allow", self.values.get("allow", ()))
        deny = self.selectors("deny", self.values.get("deny", ()))
        if allow or deny:
            yield Rule(allow=allow, deny=deny)
        listed = self.values.get("rules", ())
        if not isinstance(listed, list | tuple):
            self.note("rules", "rules")
            return
        for number, rule in enumerate(listed, 1):
            if isinstance(rule, Mapping) and not rule.keys() - _RULE:
                yield self._rule(f"rules, number {number}", rule)
            else:
                self.note(f"rules, number {number}", "rule")

    def _rule(self, name: str, value: Mapping[str, Any]) -> Rule:
        origins = self.words_of(f"{name}, origins", value.get("origins", ()))
        known = {str(origin) for origin in Origin}
        if origins - known:
            self.note(f"{name}, origins", "some_of", choices=", ".join(sorted(known)))
        return Rule(
            allow=self.selectors(f"{name}, allow", value.get("allow", ())),
            deny=self.selectors(f"{name}, deny", value.get("deny", ())),
            users=self.words_of(f"{name}, users", value.get("users", ())),
            origins=frozenset(Origin(origin) for origin in origins & known),
        )
