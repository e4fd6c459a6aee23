"""What a family allows, forbids and wants to be asked about: settings, checked at the border."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, Self

from ...authority import Authority, Origin
from ...errors import SettingsError
from ...home import Entity, Layout, ServiceCall
from .selector import Selector, read_selector
from .sensitivity import Sensitive

_ASKED_ABOUT = frozenset(set(Sensitive) - {Sensitive.VALVE})
_PIN_LENGTHS = range(4, 13)


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
        """Whether the rule is about whoever asks."""
        return (not self.users or authority.user_id in self.users) and (
            not self.origins or authority.origin in self.origins
        )

    def permits(self, call: ServiceCall, entity: Entity, layout: Layout) -> bool:
        """Whether the rule lets this be done."""
        if any(one.selects(call, entity, layout) for one in self.deny):
            return False
        return not self.allow or self.names(call, entity, layout)

    def names(self, call: ServiceCall, entity: Entity, layout: Layout) -> bool:
        """Whether the rule allows this in so many words."""
        return any(one.selects(call, entity, layout) for one in self.allow)


@dataclass(frozen=True, slots=True, kw_only=True)
class Safety:
    """How careful to be. The defaults suit a family."""

    confirm: frozenset[Sensitive] = _ASKED_ABOUT
    """What is asked about before it is done."""

    mark: tuple[Selector, ...] = ()
    """What a person wants to be asked about besides."""

    trust: tuple[Selector, ...] = ()
    """What is never asked about, whatever it holds."""

    pin: str | None = field(default=None, repr=False)
    """Where there is one, it is asked for instead of a yes."""

    rules: tuple[Rule, ...] = ()
    calls_a_minute: int = 60
    """Of one person, or one conversation: more is a mistake, or a machine."""

    dry_run: bool = False
    """Whether everything is checked and told, and nothing done."""

    @classmethod
    def from_mapping(cls, values: Mapping[str, Any]) -> Self:
        """Check outside data; raise `SettingsError` with one line for each wrong field."""
        if not isinstance(values, Mapping):
            raise SettingsError(("must be a table of settings.",))
        reader = _Reader()
        for name in values:
            if name not in _FIELDS:
                reader.problems.append(f"{name}: there is no such setting.")
        safety = cls(
            confirm=reader.confirm(values.get("confirm", True)),
            mark=reader.selectors("mark", values.get("mark", ())),
            trust=reader.selectors("trust", values.get("trust", ())),
            pin=reader.pin(values.get("pin")),
            rules=tuple(reader.rules(values)),
            calls_a_minute=reader.whole("calls_a_minute", values.get("calls_a_minute", 60)),
            dry_run=reader.flag("dry_run", values.get("dry_run", False)),
        )
        if reader.problems:
            raise SettingsError(tuple(reader.problems))
        return safety


NOTHING_ASKED = Safety(confirm=frozenset())
"""Nothing needs a yes: for measuring what is understood, not for a home."""

_FIELDS = frozenset(
    {"allow", "calls_a_minute", "confirm", "deny", "dry_run", "mark", "pin", "rules", "trust"}
)


class _Reader:
    """Reads each field, and notes what is wrong with it instead of stopping there."""

    def __init__(self) -> None:
        self.problems: list[str] = []

    def confirm(self, value: object) -> frozenset[Sensitive]:
        """True, false, or a list of what to ask about."""
        if isinstance(value, bool):
            return _ASKED_ABOUT if value else frozenset()
        known = {str(one) for one in Sensitive}
        if not isinstance(value, list | tuple) or set(map(str, value)) - known:
            listed = ", ".join(sorted(known))
            self.problems.append(f"confirm: must be true, false or a list of: {listed}.")
            return _ASKED_ABOUT
        return frozenset(Sensitive(str(one)) for one in value)

    def selectors(self, name: str, value: object) -> tuple[Selector, ...]:
        """A list of things."""
        if not isinstance(value, list | tuple):
            self.problems.append(f"{name}: must be a list such as ['domain:lock'].")
            return ()
        found: list[Selector] = []
        for one in value:
            try:
                found.append(read_selector(str(one)))
            except ValueError as error:
                self.problems.append(f"{name}: {error}.")
        return tuple(found)

    def pin(self, value: object) -> str | None:
        """Digits, as a text: 0042 is not 42. What was given is never repeated in a message."""
        if value is None or value == "":
            return None
        if isinstance(value, str) and value.isdecimal() and len(value) in _PIN_LENGTHS:
            return value
        self.problems.append("pin: must be 4 to 12 digits between quotes.")
        return None

    def rules(self, values: Mapping[str, Any]) -> Iterable[Rule]:
        """The lists for everyone, then those for some."""
        allow = self.selectors("allow", values.get("allow", ()))
        deny = self.selectors("deny", values.get("deny", ()))
        if allow or deny:
            yield Rule(allow=allow, deny=deny)
        listed = values.get("rules", ())
        if not isinstance(listed, list | tuple):
            self.problems.append("rules: must be a list of tables.")
            return
        for number, one in enumerate(listed, 1):
            if isinstance(one, Mapping) and not one.keys() - {"allow", "deny", "users", "origins"}:
                yield self._rule(f"rules, number {number}", one)
            else:
                self.problems.append(
                    f"rules, number {number}: must have some of allow, deny, users and origins."
                )

    def _rule(self, name: str, value: Mapping[str, Any]) -> Rule:
        origins = self._words(f"{name}, origins", value.get("origins", ()))
        known = {str(one) for one in Origin}
        if origins - known:
            self.problems.append(f"{name}, origins: must be some of {', '.join(sorted(known))}.")
        return Rule(
            allow=self.selectors(f"{name}, allow", value.get("allow", ())),
            deny=self.selectors(f"{name}, deny", value.get("deny", ())),
            users=self._words(f"{name}, users", value.get("users", ())),
            origins=frozenset(Origin(one) for one in origins & known),
        )

    def _words(self, name: str, value: object) -> frozenset[str]:
        if not isinstance(value, list | tuple):
            self.problems.append(f"{name}: must be a list.")
            return frozenset()
        return frozenset(map(str, value))

    def whole(self, name: str, value: object) -> int:
        """A number of at least one."""
        if isinstance(value, int) and not isinstance(value, bool) and value > 0:
            return value
        self.problems.append(f"{name}: must be a whole number above 0.")
        return 1

    def flag(self, name: str, value: object) -> bool:
        """Yes or no."""
        if isinstance(value, bool):
            return value
        self.problems.append(f"{name}: must be true or false.")
        return False
