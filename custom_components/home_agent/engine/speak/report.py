"""Telling what happened."""

from collections.abc import Mapping
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from ..home import Entity, Layout
from ..home.domains import all_settings
from ..home.measures import measured
from ..language import Language
from ..outcome import ANYTHING, SUCCESSES, Outcome, PlanOutcomes, Reason, Status
from ..plan import Plan, Wording
from ..understand import Refusal
from .answers import AnswerWriter
from .confirmations import ConfirmationMode, ask_first, tell_handed_over
from .entity_states import USED, EntityDescriber
from .entries import EntryWriter, entries_in_words, tell_added
from .forecasts import tell_forecast
from .jobs import tell_jobs
from .memories import MEMORY, tell_memory
from .numbers import reading_in_words
from .past import PAST, tell_past
from .phrases import end_sentence, join_sentences, phrase
from .project_words import is_worded_as_moving, tells_of_door
from .refusals import refuse, tell_allowed
from .safe_names import make_safe, safe_layout
from .state_words import condition_word, measure_word, state_word
from .templates import TemplateEntity, fill, render, template_entity, without_bare_weather
from .timers import tell_timers
from .times import tell_day

# Of what others wrote, so much is told before a question of ours.
_LONGEST_QUOTED = 200

# What we have words of our own for.
_OURS = frozenset({"automation", "later", "schedule", "timer", MEMORY})

# So many changes of a scene are told; more are counted.
_MOST_CHANGES = 5
_ONE = Wording(intent="", response="one")

_GOOD = SUCCESSES | {Status.ANSWERED}
# What is told of all steps at once, after the rest.
_TOLD_LAST = frozenset({Status.AWAITING, Status.HANDED_OVER})
_AS_ASKED = frozenset({Status.DONE, Status.ALREADY, Status.ANSWERED})

# By service, the measure that it sets.
_SETS: Mapping[str, str] = {
    **dict.fromkeys(("volume_set", "volume_up", "volume_down"), "volume"),
    "volume_mute": "muted",
    "set_cover_position": "position",
    "set_humidity": "target_humidity",
    "set_percentage": "speed",
    "set_temperature": "target_temperature",
    **dict.fromkeys(("set_datetime", "set_value", "select_option"), "set_to"),
}

# What is switched of a thing that is not the thing itself.
_FEATURES = frozenset(
    setting.service for _, setting in all_settings() if setting.switch is not None
).difference(_SETS)

# Those of which a figure alone would not tell what it is of.
_NOUNS = frozenset({"volume", "position", "speed", "target_humidity"})


@dataclass(frozen=True, slots=True, kw_only=True)
class Report:
    """The words for a whole turn, and each outcome with its own."""

    text: str
    outcomes: tuple[Outcome, ...]


def report(
    plan: Plan,
    outcomes: PlanOutcomes,
    layout: Layout,
    language: Language,
    *,
    ask: ConfirmationMode = ConfirmationMode.FOR_YES,
) -> Report:
    """Put the outcomes of each step into words; steps that share their words are told as one.

    What needs a yes first is asked at the end. Before a question of ours nothing may stand that
    others wrote, and that could pass for part of it.
    """
    texts: list[str] = []
    told: list[Outcome] = []
    asking = any(
        outcome.status is Status.AWAITING for step_outcomes in outcomes for outcome in step_outcomes
    )
    layout = safe_layout(layout, language) if asking else layout
    pairs = zip(plan.steps, outcomes, strict=True)
    for wording, group in groupby(pairs, key=lambda pair: pair[0].wording):
        writer = _ReportWriter(wording, layout, language)
        group_outcomes = [outcome for _step, ended in group for outcome in ended]
        messages = tuple(replace(each, message=writer.message(each)) for each in group_outcomes)
        told.extend(messages)
        settled = tuple(outcome for outcome in messages if outcome.status not in _TOLD_LAST)
        if settled or not messages:
            text = writer.text(settled)
            foreign = asking and any(map(_has_words_of_others, settled))
            texts.append(make_safe(text, _LONGEST_QUOTED) if foreign else text)
    if handed := [outcome for outcome in told if outcome.status is Status.HANDED_OVER]:
        texts.append(tell_handed_over(handed, layout, language))
    awaiting = [outcome for outcome in told if outcome.status is Status.AWAITING]
    if awaiting:
        texts.append(ask_first(awaiting, layout, language, ask))
    return Report(text=join_sentences(texts), outcomes=tuple(told))


def _has_words_of_others(outcome: Outcome) -> bool:
    """Whether it tells what a device, a list or a calendar says."""
    return outcome.status is Status.ANSWERED or bool(outcome.detail or outcome.entries)


class _ReportWriter:
    """Finds the words for the outcomes of one plan."""

    def __init__(self, wording: Wording, layout: Layout, language: Language) -> None:
        self._wording = wording
        self._layout = layout
        self._language = language

    def text(self, outcomes: tuple[Outcome, ...]) -> str:
        """The whole answer."""
        planned = [
            outcome for outcome in outcomes if outcome.jobs or outcome.timers or outcome.automations
        ]
        others = tuple(outcome for outcome in outcomes if outcome not in planned)
        if self._wording.intent == "undo" and planned and others:
            return " ".join([*_messages(planned), self.text(others)])
        if planned or self._wording.intent in _OURS:
            return " ".join(dict.fromkeys(_messages([*outcomes])))
        good = [outcome for outcome in outcomes if outcome.status in _GOOD]
        bad = [outcome for outcome in outcomes if outcome.status not in _GOOD]
        if not outcomes:
            return self._said()
        if self._wording.intent == "calendar.create_event":
            return tell_added(self._wording, outcomes, self._layout, self._language)
        if any(outcome.status is Status.ANSWERED for outcome in outcomes):
            return " ".join([self._answer(good), *_messages(bad)]).strip()
        if bad and good:
            # What was only asked, or has only begun, is not counted as done.
            done = [outcome for outcome in good if outcome.status in _AS_ASKED]
            begun = [outcome for outcome in good if outcome.status not in _AS_ASKED]
            some = phrase(self._language, "some", done=len(done), all=len(outcomes))
            return " ".join([*[some] * bool(done), *_messages(begun), *_messages(bad)])
        return " ".join(_messages(bad)) if bad else self._all_good(good)

    def _said(self) -> str:
        """What needs nothing of the home: the time, the date, a greeting."""
        return tell_day(self._wording, self._language) or self._worded([])

    def _answer(self, outcomes: list[Outcome]) -> str:
        """What was asked, in our own words where we have them."""
        if self._wording.intent == "weather.get_forecasts":
            return tell_forecast(self._wording, outcomes, self._language)
        if self._wording.intent == PAST:
            return tell_past(self._wording, outcomes, self._layout, self._language)
        if any(outcome.after is None for outcome in outcomes):
            return EntryWriter(self._wording, self._layout, self._language).text(outcomes)
        own = AnswerWriter(self._wording, self._layout, self._language).text(outcomes)
        if not own and not any(outcome.attribute for outcome in outcomes):
            own = self._worded(outcomes).strip()
        return own or " ".join(_messages(without_bare_weather(outcomes)))

    def _all_good(self, outcomes: list[Outcome]) -> str:
        statuses = {outcome.status for outcome in outcomes}
        if statuses == {Status.ALREADY}:
            if len(outcomes) == 1:
                return outcomes[0].message
            return phrase(self._language, "already_all")
        if Status.ASKED in statuses:
            return " ".join(_messages([o for o in outcomes if o.status is Status.ASKED]))
        moving = is_worded_as_moving(self._wording.response, self._language)
        if Status.PENDING in statuses and not moving:
            return " ".join(_messages([o for o in outcomes if o.status is Status.PENDING]))
        changed = [outcome for outcome in outcomes if outcome.status is not Status.ALREADY]
        if self._wording.intent == "undo":
            return self._undone(changed)
        done = self._worded(changed) or self._set_to(changed) or phrase(self._language, "done")
        return self._with_what_changed(done, changed)

    def _with_what_changed(self, done: str, outcomes: list[Outcome]) -> str:
        """What was done, and what a scene or a script changed by that."""
        changed = [effect for outcome in outcomes for effect in outcome.set_off]
        if not changed or "it_changed" not in self._language.phrases:
            return done
        describer = EntityDescriber(_ONE, self._layout, self._language)
        told = [outcome for outcome in changed if describer.state(outcome)]
        items = describer.describe(told[:_MOST_CHANGES])
        if len(told) > _MOST_CHANGES:
            more = phrase(self._language, "more", count=len(told) - _MOST_CHANGES)
            items = f"{items}, {more}"
        if not items:
            return done
        return phrase(self._language, "it_changed", told=end_sentence(done), items=items)

    def _set_to(self, outcomes: list[Outcome]) -> str:
        """What something is set to by now, where there is but one and we have the words."""
        if len(outcomes) != 1:
            return ""
        entity, told = self._entity(outcomes[0]), self._setting(outcomes[0])
        if entity is not None and entity.domain == "alarm_control_panel":
            # How it is armed matters more than that it was done.
            told = self._state(outcomes[0])
        if not told:
            return ""
        if "is" not in self._language.phrases:
            return ""
        measure = _SETS.get((outcomes[0].service or "").partition(".")[2], "")
        noun = measure_word(measure, self._language.code) if measure in _NOUNS else None
        name = " ".join(filter(None, (self._name(outcomes[0]), noun)))
        return end_sentence(phrase(self._language, "is", name=name, state=told))

    def _undone(self, outcomes: list[Outcome]) -> str:
        """That it is as it was, which says more than that it is done."""
        if len({outcome.entity_id for outcome in outcomes}) > 1:
            return phrase(self._language, "undone_all", count=len(outcomes))
        return phrase(self._language, "undone", name=self._name(outcomes[0]))

    def _worded(self, outcomes: list[Outcome]) -> str:
        """The intents project's own words for this, where it has some."""
        source = self._language.responses.get(self._wording.intent, {}).get(
            self._wording.response, ""
        )
        pairs = [
            (outcome, view) for outcome in outcomes if (view := self._view(outcome)) is not None
        ]
        if tells_of_door(self._wording.intent, self._wording.response, self._language):
            return " ".join(_messages(outcomes)) if all(map(self._word, outcomes)) else ""
        if not self._wording.intent and not outcomes:
            # What we say without having touched anything: that something is not so.
            return phrase(self._language, self._wording.response, **self._wording.slots)
        return render(
            source,
            slots=self._wording.slots,
            matched=[view for outcome, view in pairs if outcome.matched],
            unmatched=[view for outcome, view in pairs if not outcome.matched],
        )

    def message(self, outcome: Outcome) -> str:
        """One outcome in words."""
        if self._wording.intent == MEMORY:
            return tell_memory(outcome, self._language)
        if not outcome.others or "others_plans" not in self._language.phrases:
            return self._message(outcome)
        # "Nothing is planned" would not be true.
        none = not outcome.jobs and not outcome.timers
        own = phrase(self._language, "none_of_yours") if none else self._message(outcome)
        return f"{own} {phrase(self._language, 'others_plans')}"

    def _message(self, outcome: Outcome) -> str:
        if told := self._planned(outcome):
            return told
        words: Mapping[str, Any] = {
            "name": self._name(outcome),
            "state": self._state(outcome),
            "detail": end_sentence(outcome.detail),
        }
        match outcome.status:
            case Status.ALREADY if outcome.entries:
                listed = {**words, "state": outcome.entries[0].text}
                return phrase(self._language, "already_listed", **listed)
            case Status.ALREADY | Status.ASKED | Status.PENDING:
                return phrase(self._language, _phrase_key(outcome), **words)
            case Status.AWAITING:
                return ask_first([outcome], self._layout, self._language)
            case Status.HANDED_OVER:
                return tell_handed_over([outcome], self._layout, self._language)
            case Status.ANSWERED if outcome.attribute:
                return f"{words['name']}: {self._figure(outcome)}"
            case Status.ANSWERED if outcome.entries:
                return f"{words['name']}: {entries_in_words(outcome, self._language)}"
            case Status.DONE if words["state"]:
                return f"{words['name']}: {words['state']}"
            case Status.DONE | Status.ANSWERED:
                view = self._view(outcome)
                return f"{view.name}: {self._word(outcome) or view.state_with_unit}" if view else ""
        return self._why(outcome, words)

    def _planned(self, outcome: Outcome) -> str:
        """What is kept for later, or by the home itself; empty if it is about neither."""
        intent, response = self._wording.intent, self._wording.response
        if outcome.jobs or (intent == "schedule" and outcome.reason is None):
            watches, alarms = response == "watches", response == "alarms"
            return tell_jobs(outcome, self._layout, self._language, watches=watches, alarms=alarms)
        if outcome.timers or (intent == "timer" and outcome.reason is None):
            # What an undone command had started is stopped.
            return tell_timers(outcome, "cancel" if intent == "undo" else response, self._language)
        of_automations = intent == "automation" or outcome.automations
        if of_automations and outcome.status is not Status.AWAITING:
            from .automations import tell_automation  # noqa: PLC0415 - few homes have any

            return tell_automation(outcome, self._language)
        return ""

    def _why(self, outcome: Outcome, words: Mapping[str, Any]) -> str:
        """Why it was not done."""
        match outcome.reason:
            case Reason.NOT_THERE:
                slots = self._wording.slots
                refusal = Refusal(
                    key=self._wording.response, arguments=slots, instead=slots.get("instead", ())
                )
                return refuse(refusal, self._language)
            case Reason.NOT_FOUND | Reason.NOT_LISTED | Reason.WHICH_LIST as reason:
                return phrase(self._language, str(reason), **{**words, "detail": outcome.detail})
            case Reason.NOT_IN_RANGE | Reason.NOT_AN_OPTION | Reason.INCOMPLETE as reason:
                return tell_allowed(reason, outcome.allowed, words["name"], self._language)
            case Reason.NOT_ALLOWED if outcome.because == ANYTHING:
                return phrase(self._language, "not_allowed_unclear", **words)
            case Reason.NOT_ALLOWED if other := self._layout.entities.get(outcome.because or ""):
                return phrase(self._language, "not_allowed_because", **words, other=other.name)
            case Reason.NO_JOB if self._wording.response == "alarms":
                return phrase(self._language, "no_alarms")
            case Reason.NOT_EXPOSED:
                return fill(self._language.errors["no_entity_exposed"], entity=words["name"])
            case reason:
                return phrase(self._language, str(reason), **words)

    def _state(self, outcome: Outcome) -> str:
        """How a thing is by now: in what it was asked to be, or in its state."""
        if told := self._setting(outcome):
            return told
        if (state := outcome.after) is None:
            return ""
        if (entity := self._entity(outcome)) is not None and entity.domain in USED:
            # Its state is a moment, which nobody asked for.
            done = phrase(self._language, "done").rstrip(".")
            return done[:1].lower() + done[1:]
        switched_on = outcome.service == "media_player.turn_on" and state.value != "playing"
        if outcome.status is Status.ALREADY and switched_on:
            # Whoever wants a radio on does not ask whether it is idle.
            return condition_word("on", self._language.code)
        return self._word(outcome) or state.value.replace("_", " ")

    def _word(self, outcome: Outcome) -> str:
        """The language's word for its state, empty if there is none: a figure is its own."""
        entity, state = self._entity(outcome), outcome.after
        return (entity and state and state_word(entity, state, self._language.code)) or ""

    def _setting(self, outcome: Outcome) -> str:
        """What the service that was called sets: the volume, rather than that it plays."""
        measure = _SETS.get((outcome.service or "").partition(".")[2])
        entity = self._entity(outcome)
        if measure is None or entity is None or outcome.after is None:
            return ""
        if outcome.status is Status.PENDING:
            # A position that is being left is not what was asked for.
            return ""
        reading = measured(entity, outcome.after, measure)
        if reading is None:
            return ""
        if measure == "muted":
            return condition_word("muted" if reading.value == "True" else "", self._language.code)
        return reading_in_words(reading, outcome.seen, self._language)

    def _figure(self, outcome: Outcome) -> str:
        """A reading as people say it."""
        entity = self._entity(outcome)
        if entity is None or outcome.after is None:
            return "?"
        reading = measured(entity, outcome.after, outcome.attribute)
        return (
            reading_in_words(reading, outcome.seen, self._language)
            if reading
            else outcome.after.value
        )

    def _entity(self, outcome: Outcome) -> Entity | None:
        return self._layout.entities.get(outcome.entity_id) if outcome.entity_id else None

    def _name(self, outcome: Outcome) -> str:
        entity = self._entity(outcome)
        if entity is None or not entity.exposed:
            # What may not be seen is called what they called it.
            return str(outcome.entity_id or outcome.service)
        return entity.name

    def _view(self, outcome: Outcome) -> TemplateEntity | None:
        entity = self._entity(outcome)
        return template_entity(entity, outcome.after) if entity and outcome.after else None


def _phrase_key(outcome: Outcome) -> str:
    """The phrase for what needs no more doing; that it is on says nothing of its oscillation."""
    feature = (outcome.service or "").partition(".")[2] in _FEATURES
    return "already_all" if feature and outcome.status is Status.ALREADY else outcome.status.value


def _messages(outcomes: list[Outcome]) -> list[str]:
    return [outcome.message for outcome in outcomes]
