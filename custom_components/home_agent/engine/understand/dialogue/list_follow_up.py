"""A few words about the list that was just spoken of: "and bread", "take off the milk"."""

from collections.abc import Iterator

from ...home import Entity
from ...plan import Plan
from ..commands.items import plan_items, read_items
from ..lexicon.lexicon import Phrase
from ..questions.lists import reading_plan
from ..text.compounds import split_clitics
from ..text.phrases import drop_fillers, find_phrase, has_phrase, without, without_commas
from ..understanding import Remark, Understood
from ..utterance import Utterance
from .follow_up import follow_on_words
from .fragments import is_clause, names_something

_COMMANDS = {"add": "add_to_it", "remove": "remove_from_it"}
_LONGEST = 8
# A sentence that nobody understood may lie between.
_OLDEST = 1


def understand_list_question(utterance: Utterance) -> Understood | None:
    """Somebody asks what is on the list that was spoken of; None if nobody does."""
    todo, talk = _list_spoken_of(utterance), utterance.talk
    asked = any(said in talk["what_is_on_it"] for said in talk.strip_politeness(utterance.words))
    if todo is None or not asked:
        return None
    return Understood(plan=reading_plan((todo,), "items"))


def understand_list_follow_up(utterance: Utterance) -> Understood | Remark | None:
    """What is to be put on the list that was spoken of, or taken off it; None if nothing is."""
    todo = _list_spoken_of(utterance)
    if todo is None or utterance.has_question_mark:
        return None
    negations = utterance.lexicon.roles["negations"]
    if has_phrase(utterance.words, negations):
        rest = without(utterance.words, negations)
        # what is left of "don't" may come first
        ways = (utterance.with_words(rest[at:]) for at in range(2))
        return Remark(key="left_it") if any(map(any, map(_commands, ways))) else None
    plan = _read_command(utterance, todo) or _read_more(utterance, todo)
    return None if plan is None else Understood(plan=plan)


def _list_spoken_of(utterance: Utterance) -> Entity | None:
    spoken_of = utterance.mentioned
    if utterance.topic.age > _OLDEST or len(spoken_of) != 1 or spoken_of[0].domain != "todo":
        return None
    return spoken_of[0]


def _read_command(utterance: Utterance, todo: Entity) -> Plan | None:
    """With a verb: "take off the milk", "take it off again"."""
    for act, said in _commands(utterance):
        if not without(said, utterance.lexicon.roles["pronouns"]):
            return plan_items(act, utterance.topic.items, todo)
        if len(said) <= _LONGEST:
            return plan_items(act, read_items(said, utterance.text, utterance.lexicon), todo)
    return None


def _commands(utterance: Utterance) -> Iterator[tuple[str, Phrase]]:
    """What is asked for, and the words for the items; the longest way to put it first."""
    lexicon = utterance.lexicon
    words = drop_fillers(without_commas(utterance.words), lexicon)
    patterns = [
        (act, head, end)
        for act, name in _COMMANDS.items()
        for head, end, _ in lexicon.items.get(name, ())
    ]
    verbs = {head[0] for _, head, _ in patterns if len(head) == 1}
    ways = dict.fromkeys((words, split_clitics(words, lexicon, verbs)))
    for act, head, end in sorted(patterns, key=lambda entry: -len(entry[1]) - len(entry[2])):
        for way in ways:
            said = way[len(head) : len(way) - len(end)]
            if said and way[: len(head)] == head and way[len(way) - len(end) :] == end:
                yield act, said


def _read_more(utterance: Utterance, todo: Entity) -> Plan | None:
    """Without a verb, after what was put on the list or taken off it: "and bread"."""
    act, lexicon = utterance.topic.items_act, utterance.lexicon
    said = follow_on_words(utterance)
    if not act or not said or len(said) > _LONGEST:
        return None
    if find_phrase(said, lexicon.roles["questions"], 0) or is_clause(said, utterance):
        return None
    if names_something(said, utterance):
        # The lamp may be meant, and not a lamp to buy.
        return None
    return plan_items(act, read_items(said, utterance.text, lexicon), todo)
