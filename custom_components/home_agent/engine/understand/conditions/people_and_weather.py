"""Who comes and goes, and what the sky does, in words → a state, and whether it is a change."""

from itertools import islice

from ...conditions import StateIs
from ...home import Entity
from ...home.domains.readings import WEATHER_CONDITIONS
from ..lexicon.lexicon import Phrase
from ..text.phrases import end_phrase, find_phrase, without
from ..understanding import Question, UnresolvedError
from ..utterance import Utterance


class PeopleAndWeatherReader:
    """Reads what is said of the people and the weather of one home."""

    def __init__(self, utterance: Utterance) -> None:
        """Read it here; whatever words are given are a part of this sentence."""
        self._scene = utterance.scene
        self._lexicon = utterance.lexicon
        self._names = utterance.names

    def people(self, words: Phrase) -> tuple[StateIs, bool] | None:
        """Who is or comes where, and whether it is a change."""
        who = [group for group in ("someone", "nobody", "everyone") if self._begins(words, group)]
        if not who:
            return self._speaker(words) or self._person(words)
        people = tuple(
            entity.entity_id for entity, _ in self._scene.exposed() if _is_person(entity)
        )
        if not people:
            return None
        rest = words[len(find_phrase(words, self._said(who[0]), 0)) :]
        away = rest in self._said("away", "leaves")
        if not away and rest not in self._said("home", "arrives"):
            return None
        event = rest in self._said("leaves", "arrives")
        if who[0] == "someone" and event:
            # Whoever is there already does not come, and who is not does not go.
            people = self._still(people, home=away) or people
        # Nobody is away when everyone is home; someone is away when not everyone is.
        everyone = (who[0] == "everyone") is not away if who[0] != "nobody" else away
        state = StateIs(
            entity_ids=people,
            states=frozenset({"home"}),
            every=everyone,
            negated=(who[0] == "nobody") is not away,
        )
        return state, event

    def _still(self, people: tuple[str, ...], *, home: bool) -> tuple[str, ...]:
        """Those of some people who are home now, or away."""
        states = self._scene.home.states
        return tuple(person for person in people if (states[person].value == "home") is home)

    def _speaker(self, words: Phrase) -> tuple[StateIs, bool] | None:
        """That whoever speaks comes or goes. Raises `UnresolvedError` to ask who they are."""
        away = words in self._said("i_leave")
        if not away and words not in self._said("i_arrive"):
            return None
        people = {
            entity.entity_id: state for entity, state in self._scene.exposed() if _is_person(entity)
        }
        speaker = self._scene.speaker
        own = [
            person
            for person, state in people.items()
            if person == self._scene.chosen
            or (speaker is not None and state.attributes.get("user_id") == speaker)
        ]
        if not people:
            return None
        if not own and len(people) > 1:
            raise UnresolvedError(
                Question(heard=self._scene.heard, name="", candidates=tuple(sorted(people)))
            )
        person = self._scene.chosen if self._scene.chosen in own else (own or [*people])[0]
        state = StateIs(entity_ids=(person,), states=frozenset({"home"}), negated=away)
        return state, True

    def _person(self, words: Phrase) -> tuple[StateIs, bool] | None:
        """Somebody who comes or goes, wherever the name stands: "cuando llegue Anna"."""
        for at in range(len(words)):
            name = find_phrase(words, self._names.entities, at)
            people = [
                person
                for person in self._names.entities.get(name, ())
                if person.startswith("person.")
            ]
            rest = words[:at] + words[at + len(name) :]
            away = rest in self._said("leaves")
            if people and (away or rest in self._said("arrives")):
                ids = tuple(person for person in people if person in self._scene.home.states)[:1]
                state = StateIs(entity_ids=ids, states=frozenset({"home"}), negated=away)
                return (state, True) if ids else None
        return None

    def weather(self, words: Phrase) -> tuple[StateIs, bool] | None:
        """What the sky does, and whether it only begins to."""
        kind, starts = self._sky(words)
        if not kind:
            return None
        telling = (
            entity.entity_id for entity, _ in self._scene.exposed() if entity.domain == "weather"
        )
        ids = tuple(islice(telling, 1))
        if not ids:
            return None
        return StateIs(entity_ids=ids, states=WEATHER_CONDITIONS[kind]), starts

    def _sky(self, words: Phrase) -> tuple[str, bool]:
        """What the sky does, and whether it only begins to: "it rains", "the sun is out"."""
        kinds, links = (
            self._lexicon.questions.weather,
            self._lexicon.questions.of("weather_links"),
        )
        before = find_phrase(words, self._said("weather_starts"), 0)
        after = end_phrase(words, self._said("weather_started"), 1)
        for said in (words[len(before) :] if before else (), words[: -len(after)] if after else ()):
            if kind := kinds.get(without(said, links)):
                return kind, True
        while words[:1] in self._lexicon.roles["articles"]:
            words = words[1:]
        return kinds.get(words, ""), False

    def _said(self, *names: str) -> frozenset[Phrase]:
        said = self._lexicon.conditions
        return frozenset(phrase for name in names for phrase in said.get(name, ()))

    def _begins(self, words: Phrase, name: str) -> bool:
        return bool(find_phrase(words, self._said(name), 0))


def _is_person(entity: Entity) -> bool:
    return entity.domain == "person"
