"""How a sentence is read, for people who wonder why. Nothing is done."""

import asyncio
from collections.abc import Iterator

from home_agent.engine.home import Layout
from home_agent.engine.language import load_language
from home_agent.engine.plan import Plan
from home_agent.engine.understand import (
    NotUnderstood,
    Proposal,
    Question,
    Refusal,
    Understander,
    Understanding,
    Understood,
)
from home_agent.engine.understand.evidence import Clause

from ..configuration import load_configuration
from ..homes import open_home
from ..options import Options
from ..session import chosen_room, spoken_language
from ..terminal.plan_lines import name_of, plan_lines
from ..terminal.screen import make_console, styled

_MOST_DROPPED = 8


def explain(options: Options, sentence: str) -> None:
    """Print how the sentence is read in this home."""
    asyncio.run(_explain(options, sentence))


async def _explain(options: Options, sentence: str) -> None:
    console = make_console()
    configuration = load_configuration(options.config)
    async with open_home(options, configuration) as home:
        snapshot = home.home.snapshot()
        language = load_language(spoken_language(options, configuration, home))
        room = chosen_room(options, configuration, home)
        understander = Understander(thorough=True, learned=configuration.settings.reader)
        understanding = understander.understand(
            sentence, snapshot, language, area_id=room.area_id if room else None
        )
        for text, style in explanation(sentence, understanding, snapshot.layout):
            console.print(styled(text, style), soft_wrap=True)


def explanation(
    sentence: str, understanding: Understanding, layout: Layout
) -> Iterator[tuple[str, str]]:
    """The explanation in lines, each with its style."""
    evidence = understanding.evidence
    yield sentence.strip(), "bold"
    read_by = {
        "lexicon": "the words of the language",
        "grammar": "the intents grammar",
        "model": "the trained reader",
    }
    yield f"read by     {read_by.get(evidence.reader, 'nobody')}", ""
    for heard, taken_for in evidence.mended:
        yield f"mended      {heard} → {taken_for}", "yellow"
    for clause in evidence.clauses:
        yield from _clause(clause, layout)
    yield from _outcome(understanding, layout)
    if isinstance(understanding, Understood) or evidence.learned is not None:
        yield f"confidence  {evidence.confidence:.2f}", ""


def _clause(clause: Clause, layout: Layout) -> Iterator[tuple[str, str]]:
    yield f"clause      {clause.said}", "cyan"
    if clause.asks:
        yield f"  asks      {', '.join(clause.asks)}", ""
    if clause.about:
        yield f"  about     {clause.about}", ""
    for match in clause.matches:
        yield (
            f"  match     {name_of(match.entity_id, layout)}  {match.score:.2f}  {match.method}",
            "green",
        )
    for dropped in clause.dropped[:_MOST_DROPPED]:
        yield f"  dropped   {name_of(dropped.entity_id, layout)}  {dropped.reason}", "dim"
    if len(clause.dropped) > _MOST_DROPPED:
        yield f"            and {len(clause.dropped) - _MOST_DROPPED} more", "dim"


def _outcome(understanding: Understanding, layout: Layout) -> Iterator[tuple[str, str]]:
    match understanding:
        case Understood(plan=plan):
            for line in plan_lines(plan, layout):
                indented = line.startswith(" ")
                style = "" if indented else "bold green"
                yield f"{'' if indented else 'plan':12}{line}", style
        case Question(candidates=candidates):
            names = ", ".join(name_of(candidate, layout) for candidate in candidates)
            yield f"question    which of {names}", "yellow"
        case Refusal(key=key, arguments=arguments):
            missing = ", ".join(f"{key} {value}" for key, value in arguments.items())
            yield f"refused     {key}{': ' if missing else ''}{missing}", "red"
        case NotUnderstood(nearest=Proposal(plan=Plan() as plan)):
            for line in plan_lines(plan, layout):
                yield f"{'' if line.startswith(' ') else 'asks first':12}{line}", "yellow"
        case NotUnderstood():
            yield "not mine    nothing to go by; a model may have it", "red"
