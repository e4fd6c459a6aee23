"""Teaching on the page: sentences with the same meaning, and names for entities."""

import asyncio
from typing import Any

from ..agent import Agent
from ..chat_api.api_error import ApiError, invalid
from ..conversation.taught import TaughtSentence
from ..conversation.taught_names import NotTaughtError, TaughtName
from ..home import Snapshot
from ..home.model import Area, Floor
from ..memory.secrets import holds_secret
from ..plan_contents import calls_in
from ..speak.call_words import calls_in_words
from ..understand import NotUnderstood, Question, Refusal, Understood
from ..understand.lexicon.file import has_lexicon, load_lexicon
from ..understand.text.words import tokens, without_accents
from .home_documents import load_language_and_lexicon
from .requests import PageRequest, not_found
from .viewer import Viewer

_LONGEST = 300


def check_may_teach(viewer: Viewer) -> None:
    """Raise `ApiError` unless the viewer may teach."""
    if not viewer.is_admin or viewer.is_read_only:
        raise ApiError(
            status=403, message="Only the owner can teach sentences.", code="not_allowed"
        )


async def reading_document(agent: Agent, home: Snapshot, request: PageRequest) -> dict[str, Any]:
    """How a sentence is understood, and what it would do. Raises `ApiError`."""
    return await _read(agent, home, request.text("means", longest=_LONGEST), request.language)


async def _read(agent: Agent, home: Snapshot, text: str, code: str) -> dict[str, Any]:
    understanding = await agent.read(text, code)
    if not isinstance(understanding, Understood):
        return {"understood": False, "does": ""}
    calls = [*calls_in(understanding.plan)]
    language = await asyncio.to_thread(load_language_and_lexicon, code)
    return {
        "understood": True,
        "does": calls_in_words(calls, home.layout, language) if calls else "",
    }


async def teach(agent: Agent, request: PageRequest) -> None:
    """Teach that a sentence means another one. Raises `ApiError` or `StoreError`."""
    said, means = request.text("said", longest=_LONGEST), request.text("means", longest=_LONGEST)
    language = await asyncio.to_thread(load_language_and_lexicon, request.language)
    if holds_secret(said, language) or holds_secret(means, language):
        raise invalid("means", "Codes and passwords are not kept: whoever speaks says them.")
    if not isinstance(await agent.read(said, request.language), NotUnderstood):
        raise invalid("said", "This is understood already.")
    if not isinstance(await agent.read(means, request.language), Understood):
        raise invalid("means", "This is not understood either. Say it in other words.")
    try:
        await agent.taught.teach(TaughtSentence(said=said, means=means, language=request.language))
    except NotTaughtError as error:
        raise invalid("said", str(error)) from error


async def teach_name(agent: Agent, home: Snapshot, request: PageRequest) -> dict[str, Any]:
    """Teach a name for an entity; return how the sentence of the request is then understood.

    Raises `ApiError` or `StoreError`.
    """
    name, entity_id = " ".join(request.text("name").split()), request.entity_id()
    entity = home.layout.entities.get(entity_id)
    if entity is None or not entity.exposed:
        raise not_found("There is no such thing here.")
    language = await asyncio.to_thread(load_language_and_lexicon, request.language)
    if holds_secret(name, language):
        raise invalid("name", "Codes and passwords are not kept: whoever speaks says them.")
    if (known := await asyncio.to_thread(_find_named, name, home, request.language)) is not None:
        raise invalid("name", f"This is what {known} is called already.")
    if await asyncio.to_thread(_means_something, name, request.language):
        raise invalid("name", "These words mean something else already. Take a name of its own.")
    if not isinstance(await agent.read(name, request.language), NotUnderstood | Refusal | Question):
        raise invalid("name", "This is understood already, as something else.")
    try:
        await agent.taught.names.teach(TaughtName(name=name, entity_id=entity_id))
    except NotTaughtError as error:
        raise invalid("name", str(error)) from error
    said = request.text("said", longest=_LONGEST)
    return await _read(agent, home, said, request.language) if said else {}


def _find_named(name: str, home: Snapshot, code: str) -> str | None:
    """The entity, area, floor or label that has this name already; None if none has.

    The name of a hidden entity is taken as well, but not told.
    """
    layout, said = home.layout, _spelt(_without_articles(name, code))
    for entity in layout.entities.values():
        if said in {_spelt(name) for name in (entity.name, *entity.names)}:
            return entity.name if entity.exposed else "something else"
    places: tuple[Area | Floor, ...] = (*layout.areas.values(), *layout.floors.values())
    for place in places:
        if said in {_spelt(name) for name in (place.name, *place.aliases)}:
            return place.name
    labels = (label.name for label in layout.labels.values())
    return next((label for label in labels if _spelt(label) == said), None)


def _without_articles(name: str, code: str) -> str:
    """A name without articles: "the kitchen" → "kitchen"."""
    words = name.split()
    articles = load_lexicon(code).roles["articles"] if has_lexicon(code) else ()
    while len(words) > 1 and (words[0].casefold(),) in articles:
        words.pop(0)
    return " ".join(words)


def _spelt(name: str) -> str:
    """A name for comparison: "Bed room" and "bedroom" sound the same."""
    return without_accents("".join(filter(str.isalnum, name.casefold())))


def _means_something(name: str, code: str) -> bool:
    """Whether all words of a name have a meaning in the lexicon."""
    if not has_lexicon(code):
        return False
    vocabulary = load_lexicon(code).vocabulary
    return all(word in vocabulary for word in tokens(name))


async def name_documents(agent: Agent, home: Snapshot) -> list[dict[str, str]]:
    """The names that were taught, newest first. Raises `StoreError`."""
    entities = home.layout.entities
    return [
        {
            "name": taught.name,
            "entity_id": taught.entity_id,
            "thing": entities[taught.entity_id].name
            if taught.entity_id in entities
            else taught.entity_id,
        }
        for taught in reversed(await agent.taught.names.all())
    ]


async def taught_documents(agent: Agent) -> list[dict[str, str]]:
    """The sentences that were taught, newest first. Raises `StoreError`."""
    return [
        {"said": taught.said, "means": taught.means, "language": taught.language}
        for taught in reversed(await agent.taught.all())
    ]
