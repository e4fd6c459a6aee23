"""Teaching: what a sentence would do, and that another one means the same."""

import asyncio
from typing import Any

from ..agent import Agent
from ..chat_api.api_error import ApiError, invalid
from ..conversation.taught import Taught
from ..conversation.taught_names import NotTaughtError, TaughtName
from ..home import Snapshot
from ..home.model import Area, Floor
from ..memory.secrets import holds_secret
from ..plan_contents import calls_in
from ..speak.call_words import calls_in_words
from ..understand import NotUnderstood, Question, Refusal, Understood
from ..understand.lexicon.file import has_lexicon, load_lexicon
from ..understand.text.words import tokens, without_accents
from .house import load_words
from .requests import PageRequest, not_there
from .viewer import Viewer

_LONGEST = 300


def check_may_teach(viewer: Viewer) -> None:
    """Raise `ApiError` for those who may not decide how everybody is understood."""
    if not viewer.is_admin or viewer.is_read_only:
        raise ApiError(
            status=403, message="Only the owner can teach sentences.", code="not_allowed"
        )


async def reading_document(agent: Agent, home: Snapshot, request: PageRequest) -> dict[str, Any]:
    """Whether a sentence is understood, and what it would do. Raises `ApiError`."""
    return await _read(agent, home, request.text("means", longest=_LONGEST), request.spoken)


async def _read(agent: Agent, home: Snapshot, text: str, code: str) -> dict[str, Any]:
    understanding = await agent.read(text, code)
    if not isinstance(understanding, Understood):
        return {"understood": False, "does": ""}
    calls = [*calls_in(understanding.plan)]
    language = await asyncio.to_thread(load_words, code)
    return {
        "understood": True,
        "does": calls_in_words(calls, home.layout, language) if calls else "",
    }


async def teach(agent: Agent, request: PageRequest) -> None:
    """Have a sentence mean another one. Raises `ApiError` or `StoreError`."""
    said, means = request.text("said", longest=_LONGEST), request.text("means", longest=_LONGEST)
    language = await asyncio.to_thread(load_words, request.spoken)
    if holds_secret(said, language) or holds_secret(means, language):
        raise invalid("means", "Codes and passwords are not kept: whoever speaks says them.")
    if not isinstance(await agent.read(said, request.spoken), NotUnderstood):
        raise invalid("said", "This is understood already.")
    if not isinstance(await agent.read(means, request.spoken), Understood):
        raise invalid("means", "This is not understood either. Say it in other words.")
    try:
        await agent.taught.teach(Taught(said=said, means=means, language=request.spoken))
    except NotTaughtError as error:
        raise invalid("said", str(error)) from error


async def teach_name(agent: Agent, home: Snapshot, request: PageRequest) -> dict[str, Any]:
    """Have a thing be called something else, too; how a sentence is read then, if one is given.

    Raises `ApiError` or `StoreError`.
    """
    name, entity_id = " ".join(request.text("name").split()), request.entity_id()
    entity = home.layout.entities.get(entity_id)
    if entity is None or not entity.exposed:
        raise not_there("There is no such thing here.")
    language = await asyncio.to_thread(load_words, request.spoken)
    if holds_secret(name, language):
        raise invalid("name", "Codes and passwords are not kept: whoever speaks says them.")
    if (known := await asyncio.to_thread(_find_bearer, name, home, request.spoken)) is not None:
        raise invalid("name", f"This is what {known} is called already.")
    if await asyncio.to_thread(_means_something, name, request.spoken):
        raise invalid("name", "These words mean something else already. Take a name of its own.")
    if not isinstance(await agent.read(name, request.spoken), NotUnderstood | Refusal | Question):
        raise invalid("name", "This is understood already, as something else.")
    try:
        await agent.taught.names.teach(TaughtName(name=name, entity_id=entity_id))
    except NotTaughtError as error:
        raise invalid("name", str(error)) from error
    said = request.text("said", longest=_LONGEST)
    return await _read(agent, home, said, request.spoken) if said else {}


def _find_bearer(name: str, home: Snapshot, code: str) -> str | None:
    """What has this name already: a thing, a room, a floor or a label. None if nothing has.

    What may not be seen has its name, too, and is not told.
    """
    layout, said = home.layout, _spelt(_without_articles(name, code))
    for entity in layout.entities.values():
        if said in {_spelt(each) for each in (entity.name, *entity.names)}:
            return entity.name if entity.exposed else "something else"
    places: tuple[Area | Floor, ...] = (*layout.areas.values(), *layout.floors.values())
    for place in places:
        if said in {_spelt(each) for each in (place.name, *place.aliases)}:
            return place.name
    labels = (label.name for label in layout.labels.values())
    return next((label for label in labels if _spelt(label) == said), None)


def _without_articles(name: str, code: str) -> str:
    """A name as it may be said, "the kitchen", without what says no more of it."""
    words = name.split()
    articles = load_lexicon(code).roles["articles"] if has_lexicon(code) else ()
    while len(words) > 1 and (words[0].casefold(),) in articles:
        words.pop(0)
    return " ".join(words)


def _spelt(name: str) -> str:
    """A name however it is spelt: "Bed room" and "bedroom" are the same to whoever hears them."""
    return without_accents("".join(filter(str.isalnum, name.casefold())))


def _means_something(name: str, code: str) -> bool:
    """Whether a name is made of nothing but words that the language has a meaning for."""
    if not has_lexicon(code):
        return False
    vocabulary = load_lexicon(code).vocabulary
    return all(word in vocabulary for word in tokens(name))


async def name_documents(agent: Agent, home: Snapshot) -> list[dict[str, str]]:
    """The names that were taught, the last first. Raises `StoreError`."""
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
    """What was taught, the last first. Raises `StoreError`."""
    return [
        {"said": taught.said, "means": taught.means, "language": taught.language}
        for taught in reversed(await agent.taught.all())
    ]
