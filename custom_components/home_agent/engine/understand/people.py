"""Who is at home: everybody, or somebody by name."""

from ..plan import Plan, QueryStep, Wording
from .frame import find_phrase, without
from .lexicon import Lexicon, Phrase
from .names import Names
from .targets import Scene


def understand_presence(words: Phrase, scene: Scene, lexicon: Lexicon, names: Names) -> Plan | None:
    """The plan for a question about who is at home; nothing if it is none."""
    people = tuple(one.entity_id for one, _ in scene.home.exposed() if one.domain == "person")
    if words in lexicon.asking["people"]:
        return _plan(people, "which")
    at_home = lexicon.asking.get("at_home", frozenset())
    if not any(find_phrase(words, at_home, at) for at in range(len(words))):
        return None
    name = without(words, at_home | lexicon.asking["links"])
    meant = tuple(one for one in names.entities.get(name, ()) if one in people)
    return _plan(meant, "one_yesno")


def _plan(people: tuple[str, ...], response: str) -> Plan | None:
    wording = Wording(intent="HassGetState", response=response)
    step = QueryStep(entity_ids=people, wanted=frozenset({"home"}), wording=wording)
    return Plan(steps=(step,)) if people else None
