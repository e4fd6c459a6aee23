"""Answers to questions about how things are: what was asked, and what was seen.

They are our own where we have the words, since "yes" alone says too little; elsewhere nothing is
said here, and the intents project's templates speak.
"""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from ..home import Layout
from ..home.domains import Trait, with_trait
from ..home.measures import Measurement, measured
from ..instants import measure_between
from ..language import Language
from ..outcome import Outcome
from ..plan import Wording
from .entity_states import EntityDescriber
from .numbers import reading_in_words
from .phrases import phrase
from .state_words import condition_word
from .templates import render, template_entity
from .times import DASH, tell_length, tell_moment

_FEW = 5
_FEW_UNKNOWN = 3

# Of things that cannot be reached, so many are named.
_MOST_LOST = 8
_STATELESS = with_trait(Trait.HAPPENS)
_TRACKED = with_trait(Trait.TRACKED)
_REACHED = frozenset({"connected", "disconnected"})

_PLAYING = frozenset({"playing", "buffering", "on", "paused"})
_AT_IT = frozenset({"playing", "buffering"})


class AnswerWriter:
    """Puts into words what was seen of the entities that one question is about."""

    def __init__(self, wording: Wording, layout: Layout, language: Language) -> None:
        """Answer as the wording says."""
        self._wording = wording
        self._language = language
        self._describer = EntityDescriber(wording, layout, language)

    def text(self, outcomes: Sequence[Outcome]) -> str:
        """The answer; empty where we lack the words for it."""
        answers = {
            "one": self._describer.describe,
            "untold": self._untold,
            "one_yesno": self._yes_or_no,
            "any": self._any,
            "all": self._all,
            "none": self._none,
            "which": self._which,
            "how_many": self._how_many,
            "since": self._since,
            "where": self._where,
            "extreme": self._extreme,
            "more_than": self._yes_or_no,
            "average": self._average,
            "playing": self._playing,
            "sun": self._sun,
            "next_rising": self._sun_time,
            "next_setting": self._sun_time,
            "yes_no": self._weather,
        }
        if self._wording.response in ("names", "number"):
            # What there is, there is, whether it can be reached or not.
            counted = self._wording.response == "number"
            return self._how_many(outcomes) if counted else self._describer.names(outcomes)
        answer = answers.get(self._wording.response)
        if answer is None or not self._language.phrases:
            return ""
        if self._is_about_lost(outcomes):
            return self._reach(outcomes)
        known = [
            outcome
            for outcome in outcomes
            if self._describer.is_known(outcome) or self._is_lost_since(outcome)
        ]
        unknown = [
            outcome for outcome in outcomes if outcome not in known and self._can_be_known(outcome)
        ]
        if any(
            not self._describer.state(outcome) and not self._is_lost_since(outcome)
            for outcome in known
        ):
            return ""
        told = answer(known) if known else ""
        if unknown and known:
            told = self._as_far_as_known(known) or told
        return _sentences([told, *self._unknown(unknown)])

    def _unknown(self, outcomes: Sequence[Outcome]) -> Iterable[str]:
        """Of what nothing is known: each, or of many the first few."""
        for reached in (True, False):
            group = [outcome for outcome in outcomes if self._is_reached(outcome) is reached]
            if len(group) <= _FEW_UNKNOWN:
                yield from map(self._describer.describe_unknown, group)
                continue
            more = phrase(self._language, "more", count=len(group) - _FEW_UNKNOWN)
            names = f"{self._describer.names(group[:_FEW_UNKNOWN])}, {more}"
            yield phrase(self._language, "unknown" if reached else "not_available", name=names)

    def _is_reached(self, outcome: Outcome) -> bool:
        return outcome.after is not None and outcome.after.available

    def _can_be_known(self, outcome: Outcome) -> bool:
        """Whether it has a state at all: a button that nobody ever pressed has none."""
        entity = self._describer.entity(outcome)
        stateless = entity is not None and entity.domain in _STATELESS
        return not stateless or not self._is_reached(outcome)

    def _as_far_as_known(self, known: Sequence[Outcome]) -> str:
        """What can be told where a yes or a no would be about what nobody knows, too."""
        matched, others = _parted(known)
        match self._wording.response:
            case "all" if not others:
                few = len(matched) <= _FEW
                return self._describer.describe(matched) if few else self._all_of_them(len(matched))
            case "any" | "none" if not matched:
                return self._briefly(others)
        return ""

    # Yes or no

    def _yes_no(self, told: str, *, yes: bool) -> str:
        return phrase(self._language, "yes" if yes else "no", told=told)

    def _yes_or_no(self, outcomes: Sequence[Outcome]) -> str:
        return self._yes_no(self._describer.describe(outcomes), yes=outcomes[0].matched)

    def _any(self, outcomes: Sequence[Outcome]) -> str:
        matched, others = _parted(outcomes)
        told = self._describer.describe(matched) if matched else self._briefly(others)
        return self._yes_no(told, yes=bool(matched))

    def _all(self, outcomes: Sequence[Outcome]) -> str:
        matched, others = _parted(outcomes)
        if others:
            return self._yes_no(self._describer.describe(others), yes=False)
        few = len(matched) <= _FEW
        told = self._describer.describe(matched) if few else self._all_of_them(len(matched))
        return self._yes_no(told, yes=True)

    def _none(self, outcomes: Sequence[Outcome]) -> str:
        matched, others = _parted(outcomes)
        told = self._describer.describe(matched) if matched else self._briefly(others)
        return self._yes_no(told, yes=not matched)

    def _reach(self, outcomes: Sequence[Outcome]) -> str:
        """Which things cannot be reached: that one cannot is what was asked, and known."""
        lost = [outcome for outcome in outcomes if self._is_lost(outcome)]
        names = self._describer.names(lost[:_MOST_LOST])
        if len(lost) > _MOST_LOST:
            names = f"{names}, {phrase(self._language, 'more', count=len(lost) - _MOST_LOST)}"
        told = self._told_lost(lost, names)
        match self._wording.response:
            case "how_many":
                return f"{len(lost)}: {names}" if lost else "0"
            case "which":
                return told if lost else phrase(self._language, "none").capitalize()
            case response:
                asks_lost = response != "none" and self._asks_for_lost(outcomes)
                others = phrase(self._language, "none")
                if len(outcomes) == 1:
                    others = self._describer.describe(outcomes)
                elif not asks_lost:
                    others = self._all_of_them(len(outcomes))
                return self._yes_no(told if lost else others, yes=bool(lost) is asks_lost)

    def _told_lost(self, lost: Sequence[Outcome], names: str) -> str:
        """That some things cannot be reached, as Home Assistant calls it where it says so."""
        if len(lost) == 1 and not self._is_reached(lost[0]):
            return phrase(self._language, "not_available", name=names)
        state = condition_word("disconnected", self._language.code)
        return phrase(self._language, "is" if len(lost) == 1 else "are", name=names, state=state)

    def _asks_for_lost(self, outcomes: Sequence[Outcome]) -> bool:
        """Whether it was asked what cannot be reached, rather than what can."""
        return all(outcome.matched is self._is_lost(outcome) for outcome in outcomes)

    def _is_about_lost(self, outcomes: Sequence[Outcome]) -> bool:
        """Whether a question is about what cannot be reached, or whether everything can."""
        since = self._wording.response == "since"
        if since or self._wording.slots.get("state") not in _REACHED:
            return False
        whole = self._wording.response in ("all", "one_yesno")
        return whole or self._asks_for_lost(outcomes)

    def _is_lost(self, outcome: Outcome) -> bool:
        """Whether a thing cannot be reached, or is a sensor that says so of another."""
        if outcome.after is None or not outcome.after.available:
            return True
        entity = self._describer.entity(outcome)
        sensed = entity is not None and entity.device_class == "connectivity"
        return sensed and outcome.after.value == "off"

    def _is_lost_since(self, outcome: Outcome) -> bool:
        """Whether it was asked since when a thing cannot be reached, and it cannot."""
        asked = self._wording.slots.get("state") == "disconnected"
        return asked and self._wording.response == "since" and self._is_lost(outcome)

    def _briefly(self, outcomes: Sequence[Outcome]) -> str:
        """That there is none; of few, how they are instead."""
        few = len(outcomes) <= _FEW
        return self._describer.describe(outcomes) if few else phrase(self._language, "none")

    def _all_of_them(self, count: int) -> str:
        return phrase(self._language, "all", count=count)

    def _untold(self, outcomes: Sequence[Outcome]) -> str:
        """That a thing does not say what was asked, and what it does say."""
        names = self._describer.names(outcomes)
        return (
            f"{phrase(self._language, 'not_told', name=names)} {self._describer.describe(outcomes)}"
        )

    # Which, how many, where, since when

    def _which(self, outcomes: Sequence[Outcome]) -> str:
        matched, _ = _parted(outcomes)
        told = self._describer.describe(matched) or phrase(self._language, "none").capitalize()
        if matched and self._wording.slots.get("tell_rooms"):
            rooms = ", ".join(self._describer.rooms(matched))
            return f"{told} ({rooms})" if rooms else told
        return told

    def _how_many(self, outcomes: Sequence[Outcome]) -> str:
        matched, _ = _parted(outcomes)
        if matched and self._wording.slots.get("tell_rooms"):
            rooms = self._describer.rooms(matched)
            return f"{len(rooms)}: {', '.join(rooms)}" if rooms else str(len(matched))
        if not 0 < len(matched) <= _FEW:
            return str(len(matched))
        return f"{len(matched)}: {self._describer.names(matched)}"

    def _where(self, outcomes: Sequence[Outcome]) -> str:
        return ". ".join(map(self._describer.describe_place, outcomes))

    def _since(self, outcomes: Sequence[Outcome]) -> str:
        return ". ".join(map(self._lasting, outcomes))

    def _lasting(self, outcome: Outcome) -> str:
        state, now = outcome.after, outcome.seen
        if state is None or now is None:
            return self._describer.describe([outcome])
        asked = str(self._wording.slots.get("state", ""))
        otherwise = not outcome.matched and bool(asked) and "was_last_so" in self._language.phrases
        if otherwise and outcome.last is not None:
            return phrase(
                self._language,
                "was_last_so",
                name=self._describer.names([outcome]),
                state=condition_word(asked, self._language.code),
                when=tell_moment(outcome.last.astimezone(now.tzinfo), now, self._language),
                now=self._state_or_zone(outcome),
            )
        return phrase(
            self._language,
            "not_so_since" if otherwise and self._wording.slots.get("last") else "since",
            asked=condition_word(asked, self._language.code),
            name=self._describer.names([outcome]),
            state=self._state_or_zone(outcome),
            when=tell_moment(state.changed.astimezone(now.tzinfo), now, self._language),
            duration=tell_length(measure_between(state.changed, now), self._language),
        )

    def _state_or_zone(self, outcome: Outcome) -> str:
        """How a thing is; of somebody in a zone of the home, that they are away, and where."""
        state, entity = self._describer.state(outcome), self._describer.entity(outcome)
        if self._is_lost_since(outcome):
            return condition_word("disconnected", self._language.code)
        if entity is None or entity.domain not in _TRACKED:
            return state
        at_an_end = outcome.after is not None and outcome.after.value in ("home", "not_home")
        away = condition_word("away", self._language.code)
        return state if at_an_end else f"{away} ({state})"

    # More and less

    def _extreme(self, outcomes: Sequence[Outcome]) -> str:
        return self._describer.describe(_parted(outcomes)[0])

    def _average(self, outcomes: Sequence[Outcome]) -> str:
        readings = [
            reading for reading in map(self._describer.reading, outcomes) if reading is not None
        ]
        sizes = [reading.value for reading in readings if isinstance(reading.value, int | float)]
        if not sizes:
            return self._describer.describe(outcomes)
        mean = Measurement(value=round(sum(sizes) / len(sizes), 1), unit=readings[0].unit)
        told = phrase(self._language, "average", value=reading_in_words(mean, None, self._language))
        return f"{told}: {self._describer.describe(outcomes)}"

    # What plays, the sun and the sky

    def _playing(self, outcomes: Sequence[Outcome]) -> str:
        known = [
            outcome
            for outcome in outcomes
            if outcome.after is not None
            and outcome.after.value in _PLAYING
            and self._describer.reading(outcome)
        ]
        # Some do not say what they play.
        silent = [
            replace(outcome, attribute=None)
            for outcome in outcomes
            if outcome not in known and outcome.after is not None and outcome.after.value in _AT_IT
        ]
        if not known and not silent:
            return phrase(self._language, "nothing_playing")
        told = [f"{self._piece(outcome)} ({self._describer.names([outcome])})" for outcome in known]
        return ". ".join([*told, *([self._describer.describe(silent)] if silent else [])])

    def _piece(self, outcome: Outcome) -> str:
        """The title and who performs it, what was asked for first."""
        entity, state = self._describer.entity(outcome), outcome.after
        if entity is None or state is None:
            return ""
        order = ("artist", "title") if outcome.attribute == "artist" else ("title", "artist")
        told = (measured(entity, state, measure) for measure in order)
        return f" {DASH} ".join(str(reading.value) for reading in told if reading is not None)

    def _sun(self, outcomes: Sequence[Outcome]) -> str:
        state = outcomes[0].after
        up = state is not None and state.value == "above_horizon"
        told = phrase(self._language, "sun_up" if up else "sun_down")
        return self._yes_no(told, yes=outcomes[0].matched)

    def _sun_time(self, outcomes: Sequence[Outcome]) -> str:
        key = "sun_sets" if self._wording.response == "next_setting" else "sun_rises"
        return phrase(self._language, key, when=self._describer.state(outcomes[0]))

    def _weather(self, outcomes: Sequence[Outcome]) -> str:
        entity, state = self._describer.entity(outcomes[0]), outcomes[0].after
        if entity is None or state is None:
            return ""
        source = self._language.responses.get("HassGetWeather", {}).get("default", "")
        told = render(source, slots={}, matched=[template_entity(entity, state)])
        # A station that tells no unit is told of as other things are.
        told = told.strip() or self._describer.describe(outcomes)
        return self._yes_no(told, yes=outcomes[0].matched)


def _parted(outcomes: Sequence[Outcome]) -> tuple[list[Outcome], list[Outcome]]:
    """Those that are as asked, and the others."""
    return (
        [outcome for outcome in outcomes if outcome.matched],
        [outcome for outcome in outcomes if not outcome.matched],
    )


def _sentences(texts: Iterable[str]) -> str:
    """The parts of an answer, one after the other."""
    *firsts, last = [text for text in texts if text] or [""]
    return " ".join([*map(_sentence, firsts), last])


def _sentence(text: str) -> str:
    return text if text[-1] in ".!?" else f"{text}."
