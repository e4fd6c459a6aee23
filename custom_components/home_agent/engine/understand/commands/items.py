"""Items on lists: "add milk and eggs to the shopping list", "tick the bread off the groceries"."""

import re
from collections.abc import Iterable
from functools import cache

from ...home import Entity, ServiceCall
from ...plan import CallStep, Plan, Wording
from ..clauses.frame import LONGEST_TARGET, read_target
from ..clauses.sentence import is_not_for_now
from ..grammar.wordings import wording_of
from ..lexicon.lexicon import Lexicon, Phrase
from ..resolve.resolve import Resolver
from ..text.compounds import split_clitics, split_compounds
from ..text.phrases import drop_fillers, find_phrase
from ..understanding import UnresolvedError
from ..utterance import Utterance

_SERVICES = {
    "add": ("add_item", "HassListAddItem", "item_added"),
    "complete": ("update_item", "HassShoppingListCompleteItem", "item_completed"),
    "remove": ("remove_item", "HassListRemoveItem", "item_deleted"),
}


def understand_items(utterance: Utterance) -> Plan | None:
    """The plan for a sentence about items; None if it is none, or there is no such list."""
    lexicon = utterance.lexicon
    words = drop_fillers(_fill_in_item(utterance.words, lexicon), lexicon)
    for head, _, _ in lexicon.items.get("clear_completed", ()):
        if words[: len(head)] == head:
            todo = _find_list(words[len(head) :], utterance)
            if todo is not None:
                return _plan_clearing(todo)
    for act in (name for name in lexicon.items if name in _SERVICES):
        for head, middle, tail in lexicon.items[act]:
            end = len(words) - len(tail)
            if words[: len(head)] != head or words[end:] != tail:
                continue
            negated = find_phrase(words, lexicon.roles["negations"], len(head))
            if negated or (not head and _is_told(words, lexicon)):
                continue
            for said, listed in _split(words[len(head) : end], middle, lexicon):
                todo = _find_list(listed, utterance)
                if todo is not None:
                    return plan_items(act, read_items(said, utterance.text, lexicon), todo)
    return _plan_list_first(words, utterance) or _understand_ticked_off(words, utterance)


def _plan_list_first(words: Phrase, utterance: Utterance) -> Plan | None:
    """The plan where the list comes first: "shopping list: add oil, rice and eggs"."""
    lexicon = utterance.lexicon
    at = words.index(_COMMA) if _COMMA in words else 0
    listed, rest = split_compounds(words[:at], lexicon, utterance.names), words[at + 1 :]
    named = utterance.names.entities.get(listed, ())
    says_list = any("todo" in lexicon.kinds.get((word,), ()) for word in listed)
    if not says_list and not any(entity_id.startswith("todo.") for entity_id in named):
        return None
    if find_phrase(rest, lexicon.roles["negations"], 1):
        return None
    for act in (name for name in lexicon.items if name in _SERVICES):
        for head, _, tail in lexicon.items[act]:
            end = len(rest) - len(tail)
            if head and rest[: len(head)] == head and rest[end:] == tail:
                todo = _find_list(listed, utterance)
                items = read_items(rest[len(head) : end], utterance.text, lexicon)
                return plan_items(act, items, todo) if todo is not None else None
    return None


def _understand_ticked_off(words: Phrase, utterance: Utterance) -> Plan | None:
    """What is ticked off without a word of the list: "tick off the laundry", "check it off".

    It is for all lists: which of them has it is looked up when it is done.
    """
    lexicon, scene = utterance.lexicon, utterance.scene
    said = _find_ticked_off(words, lexicon)
    if not said or find_phrase(words, lexicon.roles["negations"], 0):
        return None
    lists = tuple(entity for entity, _ in scene.exposed() if entity.domain == "todo")
    if not lists:
        return None
    return plan_items("complete", read_items(said, scene.heard, lexicon), *lists)


def _plan_clearing(todo: Entity) -> Plan:
    """Everything that is ticked off leaves the list."""
    targets = (todo.entity_id,)
    call = ServiceCall(domain="todo", service="remove_completed_items", targets=targets)
    return Plan(steps=(CallStep(call=call, wording=wording_of([call], todo.name)),))


def _is_told(words: Phrase, lexicon: Lexicon) -> bool:
    """Whether a sentence is no command: where the verb comes last, anything may come first."""
    asks = lexicon.roles["questions"]
    return is_not_for_now(words, lexicon) or any((word,) in asks for word in words)


def _split(words: Phrase, middle: Phrase, lexicon: Lexicon) -> Iterable[tuple[Phrase, Phrase]]:
    """Where the items may end and the list begin; without words between, at one for a place.

    There the list may come first as well: "aggiungi alla spesa il latte". Nobody wants "it" on a
    list.
    """
    nothing = lexicon.roles["pronouns"] | lexicon.roles["dummies"]
    places = lexicon.roles["places"]
    # What is said last is the list, and takes but a few words.
    first = max(0, len(words) - len(middle) - LONGEST_TARGET)
    for at in range(len(words) - len(middle) - 1, first, -1):
        # "de la lista de la compra" begins at the first "de"
        listed = any("todo" in lexicon.kinds.get((word,), ()) for word in words[:at])
        parts = words[at : at + len(middle)] == middle and (middle or words[at : at + 1] in places)
        if parts and not listed and words[:at] not in nothing:
            yield words[:at], words[at + len(middle) :]
    if middle and words[: len(middle)] == middle and _COMMA in words:
        # as in "schreib auf die Liste: Reifen wechseln"
        at = words.index(_COMMA)
        yield words[at + 1 :], words[len(middle) : at]
    if not middle and words[:1] in places:
        for at in range(min(len(words) - 1, LONGEST_TARGET), 1, -1):
            yield words[at:], words[:at]


def _find_list(words: Phrase, utterance: Utterance) -> Entity | None:
    """The list that is named here, by name or as the only one of its kind."""
    lexicon = utterance.lexicon
    words = split_compounds(words, lexicon, utterance.names)
    for said in dict.fromkeys((words, _apart(words, utterance))):
        if not read_target(said, lexicon, utterance.names).words:
            continue
        try:
            found = Resolver(utterance, lambda entity: entity.domain == "todo").resolve(said)
        except UnresolvedError:
            continue
        if len(found) == 1:
            return found[0]
    return None


def _apart(words: Phrase, utterance: Utterance) -> Phrase:
    """The words with a list parted from what is on it: the "boodschappenlijst" is "Boodschappen".

    Only where something is called by the first of both.
    """
    lexicon, called = utterance.lexicon, utterance.names.called
    lists = [noun[0] for noun, kinds in lexicon.kinds.items() if len(noun) == 1 and "todo" in kinds]
    said: list[str] = []
    for word in words:
        first, noun = next(
            (
                (first, noun)
                for noun in lists
                if word.endswith(noun)
                for link in lexicon.compound_links
                if (first := word.removesuffix(noun).removesuffix(link)) in called
            ),
            (word, ""),
        )
        said += [first, noun] if noun else [first]
    return tuple(said)


def read_items(words: Phrase, heard: str, lexicon: Lexicon) -> Iterable[str]:
    """The items one by one, as they were said."""
    item: list[str] = []
    words, at = (*words, _COMMA), 0
    while at < len(words):
        whole = find_phrase(words, lexicon.roles["one_item"], at)
        link = () if whole else find_phrase(words, lexicon.roles["and"], at)
        if words[at] == _COMMA or link:
            if item:
                yield _as_written(item, heard)
            item = []
        elif whole or item or words[at : at + 1] not in lexicon.roles["articles"]:
            item += whole or words[at : at + 1]
        at += len(whole or link) or 1


def _as_written(item: list[str], heard: str) -> str:
    """An item with the capitals, hyphens and apostrophes that it was said with."""
    written = r"\b" + r"[\W_]{1,2}".join(map(re.escape, item)) + r"\b"
    found = re.search(written, heard, re.IGNORECASE)
    return found[0] if found else " ".join(item)


def plan_items(act: str, items: Iterable[str], *lists: Entity) -> Plan | None:
    """The plan to add, tick off or remove items; None if there are none."""
    service, intent, response = _SERVICES[act]
    targets = tuple(todo.entity_id for todo in lists)
    steps = []
    for item in items:
        # As people write it: with a capital.
        data = {"item": item[:1].upper() + item[1:]} | (
            {"status": "completed"} if act == "complete" else {}
        )
        call = ServiceCall(domain="todo", service=service, targets=targets, data=data)
        wording = Wording(intent=intent, response=response, slots={"item": item})
        steps.append(CallStep(call=call, wording=wording))
    return Plan(steps=tuple(steps)) if steps else None


_COMMA = ","


def _fill_in_item(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The command with the item that was told of in the place of its pronoun."""
    if _COMMA not in words:
        return words
    at = len(words) - 1 - words[::-1].index(_COMMA)
    item, command = _find_told_item(words[:at], lexicon), words[at + 1 :]
    if not item or any((word,) in lexicon.roles["negations"] for word in words):
        return words
    verbs = frozenset(verb for phrase in _verbs(lexicon) for verb in phrase)
    command = split_clitics(drop_fillers(command, lexicon), lexicon, verbs)
    for place in range(len(command)):
        if pronoun := find_phrase(command, lexicon.roles["pronouns"], place):
            before, after = command[:place], command[place + len(pronoun) :]
            # "tu peux le cocher": the verb comes first
            verb = after[:1] if after[:1] in _verbs(lexicon) else ()
            return (*before, *verb, *item, *after[len(verb) :])
    # "Milch hab ich besorgt, kannst du von der Liste streichen"
    return item + command if command[:1] in lexicon.roles["places"] else words


@cache
def _verbs(lexicon: Lexicon) -> frozenset[Phrase]:
    """The verbs by which something is done with items."""
    return frozenset(head[:1] for act in _SERVICES for head, _, _ in lexicon.items.get(act, ()))


def _find_told_item(told: Phrase, lexicon: Lexicon) -> Phrase:
    """What somebody tells that there is none left of, or that is done; empty if none is."""
    before, after = lexicon.roles["items_told_before"], lexicon.roles["items_told_after"]
    first = told[: told.index(_COMMA)] if _COMMA in told else told
    for said in (first, told):
        if opener := find_phrase(said, before, 0):
            return said[len(opener) :]
        for at in range(1, len(said)):
            if find_phrase(said, after, at) == said[at:]:
                return said[:at]
    return ()


def _find_ticked_off(words: Phrase, lexicon: Lexicon) -> Phrase:
    """What is ticked off where no list is named, before or after "off"; empty if nothing is."""
    for phrase in sorted(lexicon.roles["done_alone"], key=len, reverse=True):
        verb, off = phrase[:1], phrase[1:]
        if words[:1] != verb or _COMMA in words:
            continue
        if words[1 : 1 + len(off)] == off:
            return words[1 + len(off) :]
        if off and words[-len(off) :] == off:
            return words[1 : -len(off)]
    return ()
