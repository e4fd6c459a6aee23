"""Asking before something sensitive is done: one question that says all that a yes would be to.

What is done, where, when, how often, for how long and what then, and what else it sets off. All
of it in words of ours; what others have named is in it by `make_safe` names only.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from ..agreement import Agreement, Effect
from ..home import Layout, ServiceCall
from ..home.model import NOTHING
from ..language import Language
from ..outcome import AwaitedAction, Outcome
from ..triggers import RecurringTrigger
from .call_words import call_in_words, join_names, key_of, says_values, values_in_words
from .phrases import phrase
from .safe_names import safe_condition, safe_data, safe_layout, safe_trigger
from .trigger_words import timing_in_words

# What has a sentence of its own, where nothing else is to be said.
_SIMPLE: Mapping[str, str] = {
    "alarm_control_panel.alarm_disarm": "propose_disarm",
    "automation.trigger": "propose_run",
    "cover.open_cover": "propose_open",
    "lock.open": "propose_open",
    "lock.unlock": "propose_unlock",
    "scene.turn_on": "propose_run",
    "script.turn_on": "propose_run",
    "valve.open_valve": "propose_open",
}
_SIMPLE_SERVICES: Mapping[str, str] = {"turn_off": "propose_off", "turn_on": "propose_on"}


_WRITES_AUTOMATIONS = frozenset({"automation.create", "automation.change", "automation.remove"})


class ConfirmationMode(Enum):
    """How what needs a yes is put."""

    FOR_YES = "yes"
    FOR_PIN = "pin"
    NOT = "not"
    """Only told: nobody may be asked here."""


def ask_first(
    awaiting: Sequence[Outcome],
    layout: Layout,
    language: Language,
    ask: ConfirmationMode = ConfirmationMode.FOR_YES,
) -> str:
    """Say what we would do, and ask whether to, or for the PIN."""
    if ask is ConfirmationMode.NOT:
        return _not_asked(awaiting, layout, language)
    by_pin = ask is ConfirmationMode.FOR_PIN
    if of_automations := [outcome for outcome in awaiting if outcome.automations]:
        others = [outcome for outcome in awaiting if not outcome.automations]
        first = [ask_first(others, layout, language)] if others else []
        return " ".join([*first, _ask_automations(of_automations, layout, language, by_pin=by_pin)])
    asked = [outcome.awaited for outcome in awaiting if outcome.awaited is not None]
    named = safe_layout(layout, language)
    if "shall" not in language.phrases:
        told = ", ".join(dict.fromkeys(_in_short(item, named, language) for item in asked))
        return f"{told}? PIN?" if by_pin else f"{told}? ({language.yes[0]} / {language.no[0]})"
    asking = _QuestionWriter(named, language)
    return " ".join(
        [
            asking.question(_clauses(asked)),
            *asking.effects([effect for item in asked for effect in _others(item)]),
            *([phrase(language, "say_pin")] if by_pin else []),
        ]
    )


def _ask_automations(
    awaiting: Sequence[Outcome], layout: Layout, language: Language, *, by_pin: bool
) -> str:
    """Ask about automations of the home: all that they do is in the question itself."""
    from .automations import ask_automation, yaml_of  # noqa: PLC0415 - few homes have any

    asking = _QuestionWriter(safe_layout(layout, language), language)
    set_off = [
        effect
        for outcome in awaiting
        if outcome.awaited is not None
        for effect in _others(outcome.awaited)
    ]
    whole = [outcome for outcome in awaiting if _is_whole_automation(outcome)]
    return " ".join(
        [
            *(ask_automation(outcome, language) for outcome in whole),
            *asking.effects(set_off),
            *([phrase(language, "say_pin")] if by_pin else []),
        ]
    ) + yaml_of(whole)


def _is_whole_automation(outcome: Outcome) -> bool:
    """Whether a question is about one of our automations, and not about what it does."""
    if outcome.service in _WRITES_AUTOMATIONS:
        return True
    switched = outcome.service in ("automation.turn_off", "automation.turn_on")
    # One may switch another, which is part of what it does.
    return switched and outcome.entity_id in {kept.entity_id for kept in outcome.automations}


def _not_asked(awaiting: Sequence[Outcome], layout: Layout, language: Language) -> str:
    """Say what was not done, since nobody may be asked about it here."""
    if whole := [outcome for outcome in awaiting if _is_whole_automation(outcome)]:
        names = [kept.description for outcome in whole for kept in outcome.automations]
        return phrase(language, "ask_yourself", what=", ".join(names))
    asked = [outcome.awaited for outcome in awaiting if outcome.awaited is not None]
    asking = _QuestionWriter(safe_layout(layout, language), language)
    return phrase(language, "ask_yourself", what=asking.acts(_clauses(asked)))


def tell_handed_over(outcomes: Sequence[Outcome], layout: Layout, language: Language) -> str:
    """Say what whoever asked is given to do: what is wanted, never that it happened."""
    handed = [outcome.awaited for outcome in outcomes if outcome.awaited is not None]
    what = describe_awaited(handed, layout, language)
    return phrase(language, "handed_over", what=what) if "handed_over" in language.phrases else what


def describe_awaited(wanted: Sequence[AwaitedAction], layout: Layout, language: Language) -> str:
    """What is to be done, the same of several things as one."""
    named = safe_layout(layout, language)
    if "shall" not in language.phrases:
        return ", ".join(dict.fromkeys(_in_short(item, named, language) for item in wanted))
    return _QuestionWriter(named, language).acts(_clauses(wanted))


@dataclass(frozen=True, slots=True, kw_only=True)
class _Clause:
    """An action on some things at one time."""

    entity_ids: tuple[str, ...]
    about: AwaitedAction
    """What is the same of all of them, as it is of the first."""

    @property
    def is_simple(self) -> bool:
        """Whether there is nothing to say of it but what is done."""
        about = self.about
        timed = (about.begin, about.condition, about.end)
        return not any(timed) and not says_values(about.action.data or NOTHING)


def _clauses(asked: Iterable[AwaitedAction]) -> list[_Clause]:
    """What is asked, with the things together of which the same is asked."""
    found: dict[str, list[AwaitedAction]] = {}
    for item in asked:
        found.setdefault(repr(_alike(item)), []).append(item)
    return [
        _Clause(
            entity_ids=tuple(dict.fromkeys(item.action.entity_id for item in group)), about=group[0]
        )
        for group in found.values()
    ]


def _alike(asked: AwaitedAction) -> AwaitedAction:
    """The same without what it is done to."""
    bare = replace(asked.action, entity_id="", effects=())
    back = tuple(replace(action, entity_id="", effects=()) for action in asked.back)
    return replace(asked, action=bare, back=back)


def _others(asked: AwaitedAction) -> Iterator[Effect]:
    """What an action sets off besides being done to what it names."""
    for agreement in asked.agreements:
        what = agreement.service.partition(".")[2]
        for effect in agreement.effects:
            itself = effect.entity_id == agreement.entity_id
            if not itself or effect.service.partition(".")[2] != what:
                yield effect


class _QuestionWriter:
    """Puts a question into words."""

    def __init__(self, layout: Layout, language: Language) -> None:
        self._layout = layout
        self._language = language

    def question(self, clauses: Sequence[_Clause]) -> str:
        """The question itself."""
        if len(clauses) == 1 and clauses[0].is_simple and (key := _simple_key(clauses[0])):
            return self._phrase(key, name=self._names(clauses[0].entity_ids))
        return self._phrase("shall", what=self.acts(clauses))

    def acts(self, clauses: Iterable[_Clause]) -> str:
        """What would be done, in a few words."""
        return join_names([*map(self._clause, clauses)], self._language)

    def effects(self, effects: Iterable[Effect]) -> Iterator[str]:
        """What else it sets off, as far as it can be told."""
        found = [*dict.fromkeys(effects)]
        known = [effect for effect in found if effect.entity_id]
        by_service: dict[str, list[str]] = {}
        for effect in known:
            by_service.setdefault(effect.service, []).append(effect.entity_id)
        acts = [self._act(service, ids, NOTHING) for service, ids in by_service.items()]
        if acts:
            yield self._phrase("that_does", what=self._phrase("and_word").join(acts))
        if len(known) < len(found):
            yield self._phrase("may_do_more")

    def _clause(self, clause: _Clause) -> str:
        about = clause.about
        told = self._act(about.action.service, clause.entity_ids, about.action.data)
        condition = about.condition and safe_condition(about.condition)
        when = timing_in_words(
            replace(
                about,
                begin=safe_trigger(about.begin),
                end=safe_trigger(about.end),
                condition=condition,
            ),
            self._layout,
            self._language,
        )
        told = self._phrase("act_when", what=told, when=when) if when else told
        back = [self._act(action.service, clause.entity_ids, action.data) for action in about.back]
        if not back:
            return told
        then = self._phrase("and_word").join(dict.fromkeys(back))
        return self._phrase("act_then", first=told, then=then)

    def _act(self, service: str, entity_ids: Iterable[str], data: Mapping[str, Any] | None) -> str:
        """What is done to some things: all of them are named."""
        name = self._names(entity_ids)
        if data is None:
            return self._phrase("act_back", name=name)
        domain, _, what = service.partition(".")
        call = ServiceCall(domain=domain, service=what, data=safe_data(data))
        if key_of(call) == "act_do" and what:
            name = f"{name} ({what.replace('_', ' ')})"
        return call_in_words(call, name, self._language)

    def _names(self, entity_ids: Iterable[str]) -> str:
        found = [self._layout.entities.get(entity_id) for entity_id in entity_ids]
        names = [entity.name if entity else self._phrase("hidden_other") for entity in found]
        return join_names([*dict.fromkeys(names)], self._language)

    def _phrase(self, key: str, **words: object) -> str:
        return phrase(self._language, key, **words)


def _simple_key(clause: _Clause) -> str:
    service = clause.about.action.service
    return _SIMPLE.get(service) or _SIMPLE_SERVICES.get(service.partition(".")[2], "")


def _in_short(asked: AwaitedAction, layout: Layout, language: Language) -> str:
    """Where we lack the words: names, services and times."""
    told = [_agreement_in_short(asked.action, layout, language)]
    if asked.due is not None:
        again = "↻ " if isinstance(asked.begin, RecurringTrigger) else ""
        told.append(f"{again}{asked.due.astimezone(asked.at.tzinfo):%Y-%m-%d %H:%M}")
    elif asked.begin is not None:
        told.append("…")
    told += [f"→ {_agreement_in_short(action, layout, language)}" for action in asked.back]
    for effect in _others(asked):
        entity = layout.entities.get(effect.entity_id)
        told.append(f"+ {entity.name if entity else '?'} ({effect.service or '?'})")
    return " ".join(told)


def _agreement_in_short(agreement: Agreement, layout: Layout, language: Language) -> str:
    entity = layout.entities.get(agreement.entity_id)
    values = values_in_words(safe_data(agreement.data or NOTHING), language)
    what = f"{agreement.service} {values}".strip()
    return f"{entity.name if entity else '?'} ({what})"
