"""What people say about memory, in six languages and without a model."""

import json

import pytest

from home_agent.engine.language import load_language
from home_agent.engine.speak import phrase
from home_agent.engine.storage.store import InMemoryStore
from home_agent.engine.turn import Tier, Verdict
from tests.engine.memory.talking import Talk, called

# Remember, ask, correct, ask again, ask for all, forget it, ask again.
PLACES = {
    "en": (
        "remember that the spare key is in the shed",
        "where is the spare key?",
        "it is in the attic now",
        "where did I put the spare key?",
        "what do you know about me?",
        "forget where the spare key is",
        ("shed", "attic"),
    ),
    "de": (
        "Merk dir, dass der Ersatzschlüssel im Schuppen liegt",
        "Wo ist der Ersatzschlüssel?",
        "er ist jetzt auf dem Dachboden",
        "wo habe ich den Ersatzschlüssel hingelegt?",
        "was weißt du über mich?",
        "vergiss, wo der Ersatzschlüssel ist",
        ("Schuppen", "Dachboden"),
    ),
    "nl": (
        "onthoud dat de reservesleutel in de schuur ligt",
        "waar is de reservesleutel?",
        "hij is nu op zolder",
        "waar heb ik de reservesleutel gelegd?",
        "wat weet je over mij?",
        "vergeet waar de reservesleutel is",
        ("schuur", "zolder"),
    ),
    "fr": (
        "souviens-toi que la clé de secours est dans la remise",
        "où est la clé de secours ?",
        "elle est maintenant au grenier",
        "où ai-je mis la clé de secours ?",
        "que sais-tu sur moi ?",
        "oublie où est la clé de secours",
        ("remise", "grenier"),
    ),
    "it": (
        "ricorda che la chiave di riserva è nel capanno",
        "dov'è la chiave di riserva?",
        "adesso è in soffitta",
        "dove ho messo la chiave di riserva?",
        "cosa sai di me?",
        "dimentica dov'è la chiave di riserva",
        ("capanno", "soffitta"),
    ),
    "es": (
        "recuerda que la llave de repuesto está en el cobertizo",
        "¿dónde está la llave de repuesto?",
        "ahora está en el desván",
        "¿dónde puse la llave de repuesto?",
        "¿qué sabes de mí?",
        "olvida dónde está la llave de repuesto",
        ("cobertizo", "desván"),
    ),
}


@pytest.mark.parametrize("language", PLACES)
async def test_where_something_is(language: str) -> None:
    remember, ask, correct, ask_again, ask_all, forget, (first, then) = PLACES[language]
    talk = Talk(language)
    kept = await talk.say(remember)
    assert (kept.tier, kept.verdict) == (Tier.FAST, Verdict.OK)
    assert first in (await talk.say(ask)).text
    corrected = (await talk.say(correct)).text
    assert first in corrected
    assert then in corrected
    told = (await talk.say(ask_again)).text
    assert then in told
    assert first not in told
    assert then in (await talk.say(ask_all)).text
    # Another person, and somebody whom nobody knows.
    for other in ("ben", None):
        assert then not in (await talk.say(ask_again, other)).text
        assert then not in (await talk.say(ask_all, other)).text
        await talk.say(forget, other)
    assert len(await talk.told()) == 1
    assert then in (await talk.say(forget)).text
    assert then not in (await talk.say(ask)).text
    assert not await talk.store.keys("memory/")


WHERE_IT_IS = {
    "en": ("forget where it is", "forget where they are"),
    "de": ("vergiss, wo er ist", "vergiss wo das liegt"),
    "nl": ("vergeet waar hij is", "vergeet waar die ligt"),
    "fr": ("oublie où elle est", "oublie où elle se trouve"),
    "it": ("dimentica dov'è", "dimentica dove si trova"),
    "es": ("olvida dónde está", "olvida dónde se encuentra"),
}


@pytest.mark.parametrize("language", PLACES)
@pytest.mark.parametrize("which", [0, 1])
async def test_forgetting_where_what_was_spoken_of_is(language: str, which: int) -> None:
    talk, forget = Talk(language), WHERE_IT_IS[language][which]
    await talk.say(PLACES[language][0])
    # Of nothing that was just spoken of, it is nothing.
    await talk.say("12 + 30")
    await talk.say(forget)
    assert len(await talk.told()) == 1
    await talk.say(PLACES[language][1])
    await talk.say(forget)
    assert await talk.told() == []


# What is remembered; that, forgotten; all about me, forgotten once it was said twice.
FORGETTING = {
    "en": ("remember that I like tea", "forget that", "forget everything you know about me"),
    "de": ("merk dir, dass ich Tee mag", "vergiss das", "vergiss alles, was du über mich weißt"),
    "nl": ("onthoud dat ik van thee hou", "vergeet dat", "vergeet alles wat je over mij weet"),
    "fr": ("retiens que j'aime le thé", "oublie ça", "oublie tout ce que tu sais sur moi"),
    "it": ("ricordati che mi piace il tè", "dimenticalo", "dimentica tutto quello che sai di me"),
    "es": ("recuerda que me gusta el té", "olvida eso", "olvida todo lo que sabes de mí"),
}


@pytest.mark.parametrize("language", FORGETTING)
async def test_forgetting(language: str) -> None:
    remember, forget, forget_all = FORGETTING[language]
    talk = Talk(language)
    await talk.say(remember)
    assert len(await talk.told()) == 1
    await talk.say(forget)
    assert await talk.told() == []
    await talk.say(remember)
    await talk.say(remember, "ben")
    # Something else comes between: "that" is no memory any more.
    await talk.say("12 + 30")
    await talk.say(forget)
    assert len(await talk.told()) == 1
    await talk.say(forget_all)
    assert len(await talk.told()) == 1
    await talk.say(forget_all)
    assert await talk.told() == []
    assert len(await talk.told("ben")) == 1


@pytest.mark.parametrize(
    ("language", "remember", "forget"),
    [
        ("en", "remember that the boiler is from 2019", "forget everything about the boiler"),
        ("de", "merk dir: der Kessel ist von 2019", "vergiss alles über den Kessel"),
        ("nl", "onthoud dat de ketel van 2019 is", "vergeet alles over de ketel"),
        ("fr", "note que la chaudière est de 2019", "oublie tout sur la chaudière"),
        ("it", "ricorda che la caldaia è del 2019", "dimentica tutto sulla caldaia"),
        ("es", "recuerda que la caldera es de 2019", "olvida todo sobre la caldera"),
    ],
)
async def test_forgetting_everything_about_something(
    language: str, remember: str, forget: str
) -> None:
    talk = Talk(language)
    await talk.say(remember)
    assert "2019" in (await talk.told())[0]
    await talk.say(forget)
    assert await talk.told() == []


@pytest.mark.parametrize("language", PLACES)
async def test_off_says_how_to_turn_it_on_and_keeps_nothing(language: str) -> None:
    talk = Talk(language, enabled=False)
    for sentence in (PLACES[language][0], PLACES[language][4]):
        reply = await talk.say(sentence)
        assert "memory" in reply.text
        assert reply.verdict is Verdict.REFUSED
    assert not await talk.store.keys("memory/")


@pytest.mark.parametrize(
    "sentence",
    [
        "remember the milk",
        "remember to lock the door",
        "don't forget the eggs",
        "forget the lamp, turn on the chandelier",
        "forget it",
        "where is Anna?",
        "where is the vacuum?",
        "what do you know about Paris?",
        "I call my mother every Sunday",
        "I like tea",
        "do you remember?",
    ],
)
async def test_what_is_nothing_to_remember(sentence: str) -> None:
    remembering, without = Talk(), Talk(enabled=False)
    kept, plain = await remembering.say(sentence), await without.say(sentence)
    assert called(kept) == called(plain)
    assert await remembering.told() == []
    if "Paris" not in sentence:
        assert kept.text == plain.text


@pytest.mark.parametrize(
    ("language", "asked"),
    [
        ("en", "where are the christmas decorations?"),
        ("de", "wo sind die Skier?"),
        ("nl", "waar ligt mijn paspoort?"),
        ("fr", "où est mon passeport ?"),
        ("it", "dove sono gli sci?"),
        ("es", "¿dónde está mi pasaporte?"),
    ],
)
async def test_where_nothing_is_known_that_is_said(language: str, asked: str) -> None:
    nothing = phrase(load_language(language), "memory_none")
    assert (await Talk(language).say(asked)).text == nothing
    assert (await Talk(language, enabled=False).say(asked)).text != nothing


async def test_for_everyone() -> None:
    talk = Talk()
    await talk.say("remember for everyone that the bins are collected on Tuesday")
    await talk.say("what do you know about the bins?", "ben")
    assert "Tuesday" in (await talk.say("what do you know about the bins?", "ben")).text
    assert "Tuesday" in (await talk.say("what do you remember?", None)).text
    # Of nobody in particular, it is everybody's.
    await talk.say("remember that the cat is called Minka", None)
    assert "Minka" in (await talk.say("what do you know about the cat?")).text


async def test_what_is_the_homes_is_told_by_the_home() -> None:
    talk = Talk()
    await talk.say("remember that Robbie is in the cellar")
    assert "cellar" not in (await talk.say("where is Robbie?")).text


async def test_what_is_forgotten_is_in_nothing_that_is_kept() -> None:
    store = InMemoryStore(durable=True)
    talk = Talk("de", store=store)
    await talk.say("Merk dir, dass der Ersatzschlüssel im Schuppen liegt")
    await talk.say("wo ist der Ersatzschlüssel?")
    await talk.say("wo ist der Ersatzschlüssel?", conversation_id="two")
    await talk.say("mach den Kronleuchter an")
    assert "Schuppen" in await _all_that_is_kept(store)
    reply = await talk.say("vergiss alles über den Ersatzschlüssel")
    assert "Schuppen" in reply.text
    kept = await _all_that_is_kept(store)
    assert "Schuppen" not in kept
    assert "Kronleuchter" in kept


async def _all_that_is_kept(store: InMemoryStore) -> str:
    return json.dumps([await store.get(key) for key in await store.keys("")], ensure_ascii=False)


async def test_words_that_say_nothing_are_about_nothing() -> None:
    talk = Talk()
    await talk.say("remember that the spare key is in the shed")
    for sentence in (
        "forget everything about the",
        "forget where is",
        "forget everything about it",
    ):
        await talk.say(sentence)
    assert len(await talk.told()) == 1


async def test_what_is_kept_is_said() -> None:
    """So that whoever was misheard, or meant part of it as a command, notices."""
    reply = await Talk().say("remember that the tea is in the tin and turn off the chandelier")
    assert "“the tea is in the tin and turn off the chandelier”" in reply.text
    assert not reply.calls
