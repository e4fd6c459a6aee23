"""How things are: "is the door locked", "which lights are on", "is nothing open upstairs"."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass

from ...home import Entity
from ...home.measures import LOW_BATTERY_PERCENT, measured
from ...plan import Bound, Plan
from ..conditions import OPPOSITES, is_of_a_place, loosely, of_a_measure, properly
from ..frame import read_target, without
from ..lexicon import Phrase
from ..question_form import Asking, Form
from ..understanding import UnresolvedError
from .answering import looking

_LOW_BATTERY = Bound(value=LOW_BATTERY_PERCENT, above=False)

_DETECTED = "detected"

# "Are the windows closed" is asked by somebody who wants all of them to be; "are the lights on" by
# somebody who wants to know of any.
_MEANT_OF_ALL = frozenset(
    {
        *("clear", "closed", "connected", "docked", "dry", "home", "locked", "normal", "off"),
        *("ok", "safe", "up_to_date"),
    }
)


@dataclass(frozen=True, slots=True, kw_only=True)
class _Condition:
    """One way to read a question: what is asked, and of what."""

    word: str
    """The condition, as in `conditions`."""

    said: Phrase
    """The words for what may be so."""

    form: Form
    quantity: str
    """any, every, none, or nothing said."""

    negated: bool
    generic: bool
    """Whether it is about whatever there is, rather than about a thing or kind."""

    @property
    def several(self) -> bool:
        """Whether all that fit are meant, where no more than a kind is said."""
        return self.form in ("which", "how_many") or bool(self.quantity)


def about_states(asking: Asking) -> Plan | None:
    """The plan for a question after a condition, if it is one."""
    form, rest = asking.form()
    if form == "value":
        form = "which" if _asks_for_all(rest, asking) else ""
        if not form:
            return None
    elif not form:
        if not (asking.marked or asking.led or asking.opener("any", "none", "every")):
            return None
        form = "yes_no"
    missing: UnresolvedError | None = None
    for condition in _conditions(form, rest, asking):
        try:
            if plan := _plan(condition, asking):
                return plan
        except UnresolvedError as unresolved:
            missing = missing or unresolved
    if missing is not None:
        return _as_it_is(form, rest, asking) or _raise(missing)
    return None


def _as_it_is(form: Form, rest: Phrase, asking: Asking) -> Plan | None:
    """How a thing is that was called by its full name, though it cannot be what was asked."""
    for _, left in asking.occurrences(rest, asking.lexicon.questions.conditions):
        said = asking.less(left, "links", "any")
        if form == "yes_no" and asking.names_in_full(said, lambda _one: True):
            return looking(asking.find(said, lambda _one: True), "one")
    return None


def _raise(missing: UnresolvedError) -> Plan | None:
    raise missing


def _asks_for_all(rest: Phrase, asking: Asking) -> bool:
    """Whether "what is…" goes on with a condition: "what is on in the kitchen"."""
    return any(rest[: len(phrase)] == phrase for phrase in asking.lexicon.questions.conditions)


def _conditions(form: Form, rest: Phrase, asking: Asking) -> Iterator[_Condition]:
    quantity = next((one for one in ("none", "every", "any") if asking.says(rest, one)), "")
    if not quantity:
        quantity = next((one for one in ("none", "every", "any") if asking.opener(one)), "")
    negations = asking.lexicon.roles["negations"]

    def condition(word: str, left: Phrase) -> _Condition:
        # "Isn't the door locked?" asks whether it is.
        after = left[1:] if left[:1] in negations else left
        said = without(after, negations) if quantity != "none" else after
        negated = said != after
        generic = asking.says(said, "things")
        said = asking.less(said, "links", "any", "every", "none", "things")
        return _Condition(
            word=word, said=said, form=form, quantity=quantity, negated=negated, generic=generic
        )

    for words, left in asking.occurrences(rest, asking.lexicon.questions.conditions):
        for word in words:
            yield condition(word, left)
    kinds = read_target(rest, asking.lexicon, asking.names).kinds
    if kinds and all(kind.startswith("binary_sensor.") for kind in kinds):
        yield condition(_DETECTED, rest)


def _plan(condition: _Condition, asking: Asking) -> Plan | None:
    word = condition.word
    if not asking.content(condition.said) and not _needs_no_subject(condition):
        return _of_mentioned(condition, asking)
    if (told := of_a_measure(word)) and (found := _telling(told[0], condition, asking)):
        return _looking(condition, found, told[1], attribute=told[0])
    if word == "low" and (plan := _low(condition, asking)):
        return plan
    opposite = OPPOSITES.get(word)
    if opposite and not _fitting(condition, asking, lambda one: bool(properly(word, one))):
        found = _fitting(condition, asking, lambda one: bool(loosely(opposite, one)))
        wanted = frozenset(state for one in found for state in loosely(opposite, one))
        return _looking(condition, found, wanted, negated=True) if found else None
    found = _that_can_be(condition, asking)
    wanted = frozenset(
        state for one in found for state in (properly(word, one) or loosely(word, one))
    )
    return _looking(condition, found, wanted)


def _needs_no_subject(condition: _Condition) -> bool:
    return (
        condition.generic
        or bool(condition.quantity)
        or is_of_a_place(condition.word)
        or (condition.form in ("which", "how_many"))
    )


def _of_mentioned(condition: _Condition, asking: Asking) -> Plan | None:
    """ "Is it still on?" asks after what was last spoken of."""
    home = asking.scene.home
    found = tuple(
        entity
        for one in asking.scene.mentioned
        if (entity := home.layout.entities.get(one)) is not None
        and one in home.states
        and (properly(condition.word, entity) or loosely(condition.word, entity))
    )
    wanted = frozenset(
        state
        for one in found
        for state in (properly(condition.word, one) or loosely(condition.word, one))
    )
    return _looking(condition, found, wanted) if found else None


def _that_can_be(condition: _Condition, asking: Asking) -> tuple[Entity, ...]:
    """What is asked about and can be so; what is properly called so goes first."""
    word = condition.word

    def proper(entity: Entity) -> bool:
        return bool(properly(word, entity))

    def either(entity: Entity) -> bool:
        return bool(properly(word, entity) or loosely(word, entity))

    said = condition.said
    if not asking.names_in_full(said, proper) and asking.names_in_full(said, either):
        return _find(condition, asking, either)
    try:
        return _find(condition, asking, proper)
    except UnresolvedError:
        return _find(condition, asking, either)


def _find(
    condition: _Condition, asking: Asking, suits: Callable[[Entity], bool]
) -> tuple[Entity, ...]:
    if condition.generic:
        # People are no things.
        return asking.find(
            condition.said,
            lambda one: one.domain != "person" and suits(one),
            any_kind=True,
            every=True,
        )
    target = read_target(condition.said, asking.lexicon, asking.names)
    any_kind = is_of_a_place(condition.word) or condition.form != "yes_no"
    every = condition.several or (target.plural and not target.names)
    return asking.find(condition.said, suits, any_kind=any_kind, every=every)


def _fitting(
    condition: _Condition, asking: Asking, suits: Callable[[Entity], bool]
) -> tuple[Entity, ...]:
    try:
        return _find(condition, asking, suits)
    except UnresolvedError:
        return ()


def _telling(measure: str, condition: _Condition, asking: Asking) -> tuple[Entity, ...]:
    states = asking.scene.home.states

    def tells(entity: Entity) -> bool:
        return measured(entity, states[entity.entity_id], measure) is not None

    return _fitting(condition, asking, tells)


def _low(condition: _Condition, asking: Asking) -> Plan | None:
    """Batteries: by those that only say that they are low, and by those that say how full."""
    sensing = _fitting(condition, asking, lambda one: bool(properly("low", one)))
    if sensing and not condition.several:
        return _looking(condition, sensing, frozenset({"on"}))
    said = next(
        (
            left
            for measure, left in asking.occurrences(
                condition.said, asking.lexicon.questions.measures
            )
            if measure == "battery"
        ),
        condition.said,
    )
    states = asking.scene.home.states

    def tells(entity: Entity) -> bool:
        return (
            entity.domain != "binary_sensor"
            and measured(entity, states[entity.entity_id], "battery") is not None
        )

    found = (*sensing, *asking.found(said, tells, any_kind=True, every=condition.several))
    if not found:
        return None
    wanted = frozenset({"on"}) if sensing else frozenset[str]()
    return _looking(condition, found, wanted, attribute="battery", bound=_LOW_BATTERY)


def _looking(
    condition: _Condition,
    found: tuple[Entity, ...],
    wanted: frozenset[str],
    *,
    negated: bool = False,
    attribute: str | None = None,
    bound: Bound | None = None,
) -> Plan:
    return looking(
        found,
        _response(condition, found),
        wanted=wanted,
        negated=negated != condition.negated,
        attribute=attribute,
        bound=bound,
        state=condition.word,
    )


def _response(condition: _Condition, found: tuple[Entity, ...]) -> str:
    if condition.form != "yes_no":
        return condition.form
    if condition.quantity in ("none", "every"):
        return {"none": "none", "every": "all"}[condition.quantity]
    if len(found) == 1 and not condition.quantity:
        return "one_yesno"
    of_all = condition.word in _MEANT_OF_ALL and not condition.quantity and not condition.negated
    return "all" if of_all else "any"
