"""If, when, unless: a condition in words → entities and states, or a reading and a figure."""

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace

from ..conditions import Measures, StateIs
from ..home import Entity
from ..home.measures import tells
from ..home.sky import CONDITIONS
from ..occasions import AtSun
from ..plan import Plan, QueryStep
from .asking import understand_question
from .conditions import states_meaning
from .durations import time_sense
from .frame import find_phrase, read_act, without
from .lexicon import Lexicon, Phrase
from .names import Names
from .numerals import figure
from .resolve import Resolver
from .targets import Scene, the_one
from .understanding import UnresolvedError


@dataclass(frozen=True, slots=True, kw_only=True)
class Clause:
    """A condition and a command, parted."""

    mark: str
    """if, unless, when or until."""

    condition: Phrase
    command: Phrase
    leading: bool
    """Whether the condition comes first, where a question might begin alike."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Circumstance:
    """What must be so, or become so."""

    of: StateIs | Measures | AtSun
    becomes: bool = False
    """Whether the words speak of a change: "opens" rather than "is open"."""

    @property
    def entity_ids(self) -> tuple[str, ...]:
        """What it speaks of."""
        return () if isinstance(self.of, AtSun) else self.of.entity_ids


def clauses(words: Phrase, lexicon: Lexicon) -> Iterator[Clause]:
    """Every way to part a sentence into a condition and a command, the likeliest first."""
    for at in range(len(words)):
        if find_phrase(words, lexicon.roles["fillers"], at):
            continue
        for mark in ("if", "unless", "when", "until"):
            phrase = find_phrase(words, lexicon.conditions.get(mark, frozenset()), at)
            if len(phrase) <= len(find_phrase(words, lexicon.roles["except"], at)):
                # "bis auf die Lampe" spares it
                continue
            if phrase in lexicon.roles["amount_marks"] and _is_figure(words, at + len(phrase)):
                # "dim de lamp tot 40 procent"
                continue
            before, after = _trimmed(words[:at]), words[at + len(phrase) :]
            if without(before, lexicon.roles["fillers"]):
                yield from _trailing(mark, before, after, lexicon)
            else:
                yield from _leading(mark, after, lexicon)


def _is_figure(words: Phrase, at: int) -> bool:
    return at < len(words) and figure(words[at]) is not None


def _trailing(mark: str, before: Phrase, after: Phrase, lexicon: Lexicon) -> Iterator[Clause]:
    """The command comes first: "close the blinds when the sun sets"."""
    yield Clause(mark=mark, condition=_trimmed(after), command=before, leading=False)
    for at in range(1, len(after)):
        if after[at : at + 1] in lexicon.roles["and"] and read_act(after[at + 1 :], lexicon)[0]:
            yield Clause(
                mark=mark,
                condition=_trimmed(after[:at]),
                command=(*before, *after[at:]),
                leading=False,
            )


def _leading(mark: str, after: Phrase, lexicon: Lexicon) -> Iterator[Clause]:
    """The condition comes first, up to a comma, to "then", or to the verb of the command."""
    then = lexicon.conditions.get("then", frozenset())
    for at in range(1, len(after)):
        parted = after[at] == "," or after[at : at + 1] in then
        command = without(after[at:], then) if parted else after[at:]
        if parted or read_act(after[at:], lexicon)[0]:
            yield Clause(
                mark=mark, condition=_trimmed(after[:at]), command=_trimmed(command), leading=True
            )


def _trimmed(words: Phrase) -> Phrase:
    while words and words[0] == ",":
        words = words[1:]
    while words and words[-1] == ",":
        words = words[:-1]
    return words


class Conditions:
    """Reads the conditions that people set in one home."""

    def __init__(self, scene: Scene, lexicon: Lexicon, names: Names) -> None:
        """Read them here."""
        self._scene = scene
        self._lexicon = lexicon
        self._names = names

    def read(self, words: Phrase) -> Circumstance | None:
        """What must be so; nothing if it cannot be told. Raises `UnresolvedError` to ask which."""
        event, length = time_sense(words, 0, self._lexicon, "sunrise", "sunset")
        if event and length == len(words):
            return Circumstance(of=AtSun(event=event), becomes=True)
        return (
            self._people(words)
            or self._weather(words)
            or self._figure(words)
            or self._change(words)
            or self._state(words)
        )

    def _people(self, words: Phrase) -> Circumstance | None:
        who = [one for one in ("someone", "nobody", "everyone") if self._begins(words, one)]
        people = tuple(one.entity_id for one, _ in self._scene.home.exposed() if _is_person(one))
        if not who:
            return self._person(words)
        if not people:
            return None
        rest = words[len(find_phrase(words, self._said(who[0]), 0)) :]
        away = rest in self._said("away", "leaves")
        if not away and rest not in self._said("home", "arrives"):
            return None
        # Nobody is away when everyone is home; someone is away when not everyone is.
        everyone = (who[0] == "everyone") is not away if who[0] != "nobody" else away
        state = StateIs(
            entity_ids=people,
            states=frozenset({"home"}),
            every=everyone,
            negated=(who[0] == "nobody") is not away,
        )
        return Circumstance(of=state, becomes=rest in self._said("leaves", "arrives"))

    def _person(self, words: Phrase) -> Circumstance | None:
        """Somebody who comes or goes, wherever the name stands: "cuando llegue Anna"."""
        for at in range(len(words)):
            name = find_phrase(words, self._names.entities, at)
            people = [
                one for one in self._names.entities.get(name, ()) if one.startswith("person.")
            ]
            rest = words[:at] + words[at + len(name) :]
            away = rest in self._said("leaves")
            if people and (away or rest in self._said("arrives")):
                ids = tuple(one for one in people if one in self._scene.home.states)[:1]
                state = StateIs(entity_ids=ids, states=frozenset({"home"}), negated=away)
                return Circumstance(of=state, becomes=True) if ids else None
        return None

    def _said(self, *names: str) -> frozenset[Phrase]:
        said = self._lexicon.conditions
        return frozenset(phrase for name in names for phrase in said.get(name, ()))

    def _begins(self, words: Phrase, name: str) -> bool:
        return bool(find_phrase(words, self._said(name), 0))

    def _weather(self, words: Phrase) -> Circumstance | None:
        home = self._scene.home
        ids = tuple(one.entity_id for one, _ in home.exposed() if one.domain == "weather")[:1]
        kind, starts = self._sky(words)
        if not kind or not ids:
            return None
        return Circumstance(of=StateIs(entity_ids=ids, states=CONDITIONS[kind]), becomes=starts)

    def _sky(self, words: Phrase) -> tuple[str, bool]:
        """What the sky does, and whether it only begins to: "it rains", "the sun is out"."""
        kinds, links = (
            self._lexicon.questions.weather,
            self._lexicon.questions.of("weather_links"),
        )
        before = find_phrase(words, self._said("weather_starts"), 0)
        after = next((one for one in self._said("weather_started") if _ends(words, one)), ())
        for one in (words[len(before) :] if before else (), words[: -len(after)] if after else ()):
            if kind := kinds.get(without(one, links)):
                return kind, True
        while words[:1] in self._lexicon.roles["articles"]:
            words = words[1:]
        return kinds.get(words, ""), False

    def _figure(self, words: Phrase) -> Circumstance | None:
        """A reading above or below a figure: "the temperature drops below 18"."""
        for at in range(len(words)):
            sense, length = self._comparison(words, at)
            after = at + length
            if not sense or after >= len(words) or (value := figure(words[after])) is None:
                continue
            unit = find_phrase(words, self._lexicon.amounts, after + 1)
            following = words[after + 1 + len(unit) :]
            turning = find_phrase(following, self._said("turns"), 0)
            rest = words[:at] + following[len(turning) :]
            found = self._measured(rest, degrees=self._lexicon.amounts.get(unit) == "degrees")
            side, _, event = sense.partition("_")
            if found is None:
                return None
            of = Measures(
                entity_id=found[0],
                attribute=found[1],
                above=value if side == "above" else None,
                below=value if side == "below" else None,
            )
            return Circumstance(of=of, becomes=bool(event or turning))
        return None

    def _comparison(self, words: Phrase, at: int) -> tuple[str, int]:
        phrase = find_phrase(words, self._lexicon.comparisons, at)
        return self._lexicon.comparisons.get(phrase, ""), len(phrase)

    def _measured(self, words: Phrase, *, degrees: bool) -> tuple[str, str | None] | None:
        """The entity, and what of it, that a figure is of."""
        words = without(words, self._said("links"))
        attribute, rest = self._attribute(words)
        if attribute is None and degrees:
            attribute = "temperature"
        if attribute is None:
            found = self._one(rest, lambda one: one.domain in ("sensor", "input_number", "number"))
            return None if found is None else (found.entity_id, None)
        # A sensor is asked before what only tells it besides.
        found = self._teller(rest, attribute, sensor=True) or self._teller(rest, attribute)
        return None if found is None else (found.entity_id, attribute)

    def _teller(self, words: Phrase, measure: str, *, sensor: bool = False) -> Entity | None:
        """Who tells a measure, indoors."""
        states = self._scene.home.states

        def suits(one: Entity) -> bool:
            fits = one.domain == "sensor" if sensor else one.domain != "weather"
            return fits and tells(one, states[one.entity_id], measure)

        return self._one(words, suits)

    def _attribute(self, words: Phrase) -> tuple[str | None, Phrase]:
        for at in range(len(words)):
            if phrase := find_phrase(words, self._lexicon.attributes, at):
                return self._lexicon.attributes[phrase], words[:at] + words[at + len(phrase) :]
        return None, words

    def _one(self, words: Phrase, suits: Callable[[Entity], bool]) -> Entity | None:
        """The one thing that is meant; unplaced, the speaker's, or the only one."""
        small = self._lexicon.roles["articles"] | self._lexicon.roles["places"]
        if without(words, small):
            try:
                resolver = Resolver(self._scene, self._lexicon, self._names, suits, any_kind=True)
                found = resolver.resolve(words)
            except UnresolvedError:
                return None
        else:
            found = tuple(one for one, _ in self._scene.home.exposed() if suits(one))
        return the_one(found, "", self._scene) if found else None

    def _change(self, words: Phrase) -> Circumstance | None:
        """Something that happens to a thing: "the window opens", "the washer is done"."""
        for phrase, word in self._lexicon.events.items():
            thing = _beside(words, phrase)
            if thing and (found := self._things(thing, word)):
                states = frozenset(state for one in found for state in states_meaning(word, one))
                ids = tuple(one.entity_id for one in found)
                return Circumstance(of=StateIs(entity_ids=ids, states=states), becomes=True)
        return None

    def _things(self, words: Phrase, word: str) -> tuple[Entity, ...]:
        def suits(entity: Entity) -> bool:
            return bool(states_meaning(word, entity))

        try:
            return Resolver(self._scene, self._lexicon, self._names, suits).resolve(words)
        except UnresolvedError:
            return ()

    def _state(self, words: Phrase) -> Circumstance | None:
        """How a thing is, as a question would ask for it: "the window is open"."""
        scene = replace(self._scene, heard=f"{' '.join(words)}?")
        found = understand_question(scene.heard, scene, self._lexicon, self._names)
        match found:
            case Plan(steps=(QueryStep() as step,)) if step.wanted and step.attribute is None:
                every = step.wording.response == "all"
                state = StateIs(
                    entity_ids=step.entity_ids,
                    states=step.wanted,
                    every=every,
                    negated=step.negated,
                )
                return Circumstance(of=state)
        return None


def _ends(words: Phrase, phrase: Phrase) -> bool:
    return len(words) > len(phrase) and words[-len(phrase) :] == phrase


def _beside(words: Phrase, event: Phrase) -> Phrase:
    """What something happens to: "the window opens", "se abre la ventana"."""
    if words[-len(event) :] == event:
        return words[: -len(event)]
    return words[len(event) :] if words[: len(event)] == event else ()


def _is_person(entity: Entity) -> bool:
    return entity.domain == "person"
