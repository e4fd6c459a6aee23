"""Questions whether something was so, which nothing but now is known of: "has anyone been here".

That it is so now answers them. That it is not so now is no "no": then it is told since when.
"""

from dataclasses import replace

from ...plan import Plan, QueryStep
from ..lexicon.lexicon import Lexicon, Phrase
from ..text.phrases import cut
from ..utterance import Utterance

_YES_OR_NO = frozenset({"one_yesno", "any", "all", "none"})


def put_in_present(words: Phrase, lexicon: Lexicon) -> Phrase:
    """The words as somebody asks of now: "was anyone in the hall" as "is anyone in the hall"."""
    at = 0
    while at < len(words):
        past, present = _form_of_past(words, at, lexicon)
        if past:
            words = cut(words, at, past, present)
        at += len(present) or (not past)
    return words


def answer_what_was(plan: Plan, asked: Utterance) -> Plan:
    """The plan of a question of now, for one that may be about what is over."""
    words, states = asked.words, asked.home.states
    steps = plan.steps
    if not any(_form_of_past(words, at, asked.lexicon)[0] for at in range(len(words))):
        return plan
    if len(steps) != 1 or not isinstance(step := steps[0], QueryStep):
        return plan
    plain = step.wording.response in _YES_OR_NO and step.wanted
    if not plain or step.negated or step.attribute or step.bound:
        return plan
    so = [states[entity_id].value in step.wanted for entity_id in step.entity_ids]
    if all(so) if step.wording.response == "all" else any(so):
        return plan
    wording = replace(step.wording, response="since", slots={**step.wording.slots, "last": True})
    return replace(plan, steps=(replace(step, wording=wording),))


def _form_of_past(words: Phrase, at: int, lexicon: Lexicon) -> tuple[Phrase, Phrase]:
    """What is said here of what is over, and how it is said of now; nothing where it is neither."""
    if words[at - 1 : at] in lexicon.roles["articles"]:
        # "De was" is laundry.
        return (), ()
    forms = lexicon.questions.past_and_present
    return next((pair for pair in forms if words[at : at + len(pair[0])] == pair[0]), ((), ()))
