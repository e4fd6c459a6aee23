"""Something to play, by its name: "play Radiohead in the kitchen", "put on some jazz"."""

from dataclasses import dataclass

from ...home import Entity
from ...home.domains.media_player import PLAYS_MEDIA
from ...plan import Plan, PlayStep, Wording
from ..clauses.amounts import name_positions
from ..clauses.frame import read_target
from ..grammar.targets import pick_target
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.resolve import Resolver
from ..text.phrases import find_phrase
from ..text.spelling import original_spelling
from ..understanding import Question, Refusal, Result, UnresolvedError
from ..utterance import Utterance

_CLASSES = ("album", "artist", "movie", "playlist", "podcast", "track", "tv_show")
_PLAYING = frozenset({"playing", "buffering"})


@dataclass(frozen=True, slots=True, kw_only=True)
class _Wish:
    """What is to be played."""

    query: Phrase
    kind: str = ""
    led: bool = False
    """Whether the words before it can only lead up to something to hear: "some", "songs by"."""

    heard: bool = False
    """Whether it is surely something to hear, whatever the verb: "pon música de Queen"."""


def understand_media(utterance: Utterance) -> Result:
    """The plan for a sentence that asks for something to be played; None if it is none."""
    lexicon = utterance.lexicon
    said = lexicon.media
    words, head = _verb_first(utterance.words, lexicon)
    loose = () if head else find_phrase(words, said.get("put_on", frozenset()), 0)
    rest = words[len(head or loose) :]
    if not (head or loose) or not rest or "," in rest:
        return None
    if 0 in name_positions(words, utterance.names):
        return None
    finder = _Finder(utterance)
    try:
        wish, players = finder.read_wish(rest)
        if not wish.query or finder.is_no_title(wish) or (loose and not finder.is_media(wish)):
            return None
        player = finder.pick_player(players, sure=finder.is_media(wish) or wish.led)
    except UnresolvedError as unresolved:
        return unresolved.instead
    query = original_spelling(wish.query, utterance.text, lexicon)
    slots = {"search_query": query, "media": query}
    wording = Wording(intent="HassMediaSearchAndPlay", slots=slots)
    step = PlayStep(player=player.entity_id, query=query, kind=wish.kind, wording=wording)
    return Plan(steps=(step,))


def _verb_first(words: Phrase, lexicon: Lexicon) -> tuple[Phrase, Phrase]:
    """A sentence with its verb in front, and the verb: "spiel Queen ab", "Queen abspielen"."""
    said = lexicon.media
    head = find_phrase(words, said.get("play", frozenset()), 0)
    if head and words[-1:] in said.get("play_ends", frozenset()):
        return words[:-1], head
    if not head and words[-1:] in said.get("play_last", frozenset()):
        return (words[-1], *words[:-1]), words[-1:]
    return words, head


class _Finder:
    """Tells the title from the player in one sentence."""

    def __init__(self, utterance: Utterance) -> None:
        self._utterance = utterance
        self._scene = utterance.scene
        self._lexicon = utterance.lexicon
        self._names = utterance.names

    def read_wish(self, rest: Phrase) -> tuple[_Wish, tuple[Entity, ...]]:
        """Part a title from the place at its end, where that is a place or a player."""
        marks = self._lexicon.roles["places"] | self._lexicon.media.get("on", frozenset())
        for at in range(1, len(rest)):
            if rest[at : at + 1] in marks and (players := self._find_players(rest[at + 1 :])):
                return self._read_title(rest[:at]), players
        return self._read_title(rest), ()

    def _find_players(self, words: Phrase) -> tuple[Entity, ...]:
        """The players that the last words name. Raises if they name a place without any."""
        resolver = Resolver(self._utterance, self._can_play, any_kind=True)
        target = read_target(words, self._lexicon, self._names)
        try:
            return resolver.resolve(words)
        except UnresolvedError as unresolved:
            asked = unresolved.instead
            if isinstance(asked, Question):
                entities = self._scene.home.layout.entities
                return tuple(entities[entity_id] for entity_id in asked.candidates)
            players = any(kind.startswith("media_player") for kind in target.kinds)
            if players or ((target.areas or target.floors) and not target.names):
                raise
        return ()

    def _can_play(self, entity: Entity) -> bool:
        features = self._scene.home.states[entity.entity_id].features
        return entity.domain == "media_player" and bool(features & PLAYS_MEDIA)

    def _read_title(self, words: Phrase) -> _Wish:
        """A title without the words that only lead up to it, or say what it is."""
        said = self._lexicon.media
        bare, heard = words, False
        while phrase := find_phrase(bare, said.get("lead", frozenset()), 0):
            bare, heard = bare[len(phrase) :], heard or phrase in said.get("music_by", frozenset())
        led = bare != words
        for kind in _CLASSES:
            plain = self._drop_article(bare)
            nouns = said.get(kind, frozenset())
            if (noun := find_phrase(plain, nouns, 0)) and len(noun) < len(plain):
                return _Wish(query=self._drop_called(plain[len(noun) :]), kind=kind)
            for noun in sorted(nouns, key=len, reverse=True):
                if len(plain) > len(noun) and plain[-len(noun) :] == noun:
                    return _Wish(query=plain[: -len(noun)], kind=kind)
        return _Wish(query=bare, led=led, heard=heard)

    def _drop_called(self, words: Phrase) -> Phrase:
        """A title after its kind: "the song called Creep"."""
        phrase = find_phrase(words, self._lexicon.media.get("called", frozenset()), 0)
        return words[len(phrase) :] or words

    def _drop_article(self, words: Phrase) -> Phrase:
        return words[1:] if words[:1] in self._lexicon.roles["articles"] else words

    def is_media(self, wish: _Wish) -> bool:
        """Whether people put such a thing on to hear it: a kettle they do not."""
        wanted = self._lexicon.media.get("wanted", frozenset())
        return bool(wish.kind) or wish.heard or self._drop_article(wish.query) in wanted

    def is_no_title(self, wish: _Wish) -> bool:
        """Whether it is a thing of this home, or something else that people play."""
        bare = self._drop_article(wish.query)
        never = self._lexicon.media.get("never", frozenset())
        if find_phrase(wish.query, never, 0) or find_phrase(bare, never, 0):
            return True
        if bare in self._names.entities:
            return True
        target = read_target(bare, self._lexicon, self._names)
        small = target.empty or not target.words
        return small or (bool(target.kinds) and not target.names and not wish.kind)

    def pick_player(self, named: tuple[Entity, ...], *, sure: bool) -> Entity:
        """The player that is meant: a named one, the speaker's, or the only one.

        `sure` if it is certain that something is to be played; the playing one will do then.
        """
        players = named or tuple(
            entity for entity, _ in self._scene.exposed() if self._can_play(entity)
        )
        if not players:
            raise UnresolvedError(Refusal(key="no_domain", arguments={"domain": "media_player"}))
        states = self._scene.home.states
        playing = tuple(entity for entity in players if states[entity.entity_id].value in _PLAYING)
        if self._scene.area is None and len(playing) == 1 and sure and not named:
            return playing[0]
        return pick_target(players, "", self._scene)
