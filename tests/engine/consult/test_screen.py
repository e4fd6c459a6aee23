"""What of a model's words may be heard, by what kind of statement it is.

The turns are in `turns_said.toml`. English is spoken in the built-in house, every other language
in the house of its tests.
"""

import tomllib
from functools import cache
from pathlib import Path

import pytest

from home_agent.engine.consult.assessment import Assessment, ScreenedSentence
from home_agent.engine.consult.purpose import TurnPurpose
from home_agent.engine.consult.sentences import split_sentences
from home_agent.engine.consult.turn_screen import TurnScreens
from home_agent.engine.conversation.conversation import Conversation
from home_agent.engine.conversation.explanation import Explanation
from home_agent.engine.conversation.turn_context import TurnContext
from home_agent.engine.events import ignore
from home_agent.engine.language import load_language
from home_agent.engine.turn import Turn
from home_agent.engine.understand import Understander
from home_agent.simulated import SimulatedHome
from tests.engine.understand.speaking import HOUSES

TURNS = tomllib.loads(Path(__file__).with_name("turns_said.toml").read_text("utf-8"))
LEFT_OUT = (Assessment.CLAIM, Assessment.FALSE)


@cache
def _screens(language: str) -> TurnScreens:
    file = HOUSES / f"{language}.yaml"
    home = SimulatedHome.demo() if language == "en" else SimulatedHome.from_file(file)
    return TurnScreens(Understander(), home.snapshot)


async def _explain() -> Explanation:
    raise NotImplementedError


def _screened(language: str, said: str, answer: str) -> list[ScreenedSentence]:
    context = TurnContext(
        turn=Turn(text=said, conversation_id="1"),
        shown=said,
        language=load_language(language),
        conversation=Conversation(),
        listener=ignore,
        explain=_explain,
    )
    screen = _screens(language).for_turn(context).screen
    return [screen.screen(sentence) for sentence in split_sentences(answer)]


@pytest.mark.parametrize("turn", TURNS["false"], ids=lambda turn: turn["answer"])
def test_what_a_model_says_to_have_done_is_not_heard(turn: dict[str, str]) -> None:
    assert not _screened(turn["language"], turn["said"], turn["answer"])[-1].is_allowed


@pytest.mark.parametrize("turn", TURNS["honest"], ids=lambda turn: turn["answer"])
def test_what_claims_nothing_is_not_left_out(turn: dict[str, str]) -> None:
    screened = _screened(turn["language"], turn["said"], turn["answer"])
    assert [sentence.text for sentence in screened if sentence.assessment in LEFT_OUT] == []


@pytest.mark.parametrize(
    ("language", "said", "answer", "assessment"),
    [
        ("es", "Pon el termo a 90", "El termo admite como mucho 70 grados.", Assessment.TRUE),
        ("es", "Pon el termo a 90", "El termo admite como mucho 85 grados.", Assessment.FALSE),
        ("es", "Termostato a 21", "El termostato admite de 7 a 30 grados.", Assessment.TRUE),
        ("it", "Termostato a 21", "Il termostato può andare da 7 a 35 gradi.", Assessment.FALSE),
        ("fr", "Thermostat à 35", "Le maximum est de 30 degrés.", Assessment.TRUE),
        ("fr", "Thermostat à 35", "Le maximum est de 32 degrés.", Assessment.FALSE),
        ("de", "Schlafzimmer auf 35 Grad", "Das Thermostat geht bis zu 30 Grad.", Assessment.TRUE),
        ("it", "Termostato a 40", "Il termostato arriva al massimo a 45 gradi.", Assessment.FALSE),
        ("de", "Wie hell ist das Sofalicht?", "Es ist halb hell.", Assessment.UNCHECKED),
        (
            "de",
            "Wie hell ist die Nachttischlampe Anna?",
            "Sie leuchtet mit halber Helligkeit.",
            Assessment.TRUE,
        ),
    ],
)
def test_how_far_a_thing_goes_is_known(
    language: str, said: str, answer: str, assessment: Assessment
) -> None:
    assert _screened(language, said, answer)[-1].assessment is assessment


@pytest.mark.parametrize(
    ("language", "said", "answer"),
    [
        ("it", "Conviene il clima?", "Il climatizzatore è acceso per niente."),
        ("fr", "état du bureau", "La clim du bureau chauffe à 24 degrés."),
        ("en", "lock up for the night", "Locked."),
        ("de", "mach alles zu", "Abgesperrt."),
        ("en", "turn off the coffee machine", "The coffee machine has been switched off."),
    ],
)
def test_what_is_not_so_is_not_true(language: str, said: str, answer: str) -> None:
    assert not _screened(language, said, answer)[-1].is_allowed


@pytest.mark.parametrize(
    ("language", "said", "answer", "assessment"),
    [
        ("it", "Bilancio della camera", "La finestra è aperta.", Assessment.TRUE),
        ("it", "Bilancio del bagno", "La finestra è aperta.", Assessment.FALSE),
        ("it", "Bilancio della casa", "La finestra è aperta.", Assessment.UNCHECKED),
    ],
)
def test_the_window_is_that_of_the_room_that_was_spoken_of(
    language: str, said: str, answer: str, assessment: Assessment
) -> None:
    assert _screened(language, said, answer)[-1].assessment is assessment


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("That's 96. The lamp is on.", ["That's 96.", "The lamp is on."]),
        ("Luis no. La alarma está conectada.", ["Luis no.", "La alarma está conectada."]),
        ("Ask at no. 5 next door.", ["Ask at no. 5 next door."]),
        ("Am 3. Mai wird es warm.", ["Am 3. Mai wird es warm."]),
        ("It is at no. ", ["It is at no."]),
    ],
)
def test_where_a_sentence_ends_after_a_figure(text: str, sentences: list[str]) -> None:
    assert list(split_sentences(text)) == sentences


@pytest.mark.parametrize(
    ("language", "said", "answer", "assessment"),
    [
        ("en", "is the garage door open?", "Yes.", Assessment.FALSE),
        ("en", "is the garage door open?", "No.", Assessment.TRUE),
        ("en", "which windows are open?", "None.", Assessment.FALSE),
        ("en", "how many windows are open?", "Two.", Assessment.FALSE),
        ("en", "how many windows are open?", "One.", Assessment.TRUE),
        ("de", "Ist der Drucker an?", "Nein.", Assessment.FALSE),
        ("de", "Welche Rollläden sind zu?", "Keiner.", Assessment.FALSE),
        ("nl", "is de printer uit?", "Ja.", Assessment.FALSE),
        ("nl", "welke ramen staan open?", "Geen enkel.", Assessment.FALSE),
        ("fr", "quels volets sont fermés ?", "Aucun.", Assessment.FALSE),
        ("it", "quali tapparelle sono aperte?", "Nessuna.", Assessment.FALSE),
        ("es", "¿qué persianas están abiertas?", "Ninguna.", Assessment.FALSE),
    ],
)
def test_a_bare_answer_is_held_to_our_own(
    language: str, said: str, answer: str, assessment: Assessment
) -> None:
    assert _screened(language, said, answer)[0].assessment is assessment


def test_a_bare_answer_to_what_we_do_not_know_is_told_as_unchecked() -> None:
    (sentence,) = _screened("en", "has the dishwasher been rinsing the plates?", "No.")
    assert sentence.assessment is Assessment.UNCHECKED


@pytest.mark.parametrize(
    ("language", "said", "answer"),
    [
        ("en", "close the garage", "Do you need anything now that the garage door is closed?"),
        ("de", "mach das Garagentor zu", "Noch etwas, jetzt wo das Garagentor zu ist?"),
        ("nl", "doe de garage dicht", "Nog iets, nu de garagedeur dicht is?"),
        ("fr", "ferme le portail", "Autre chose, maintenant que le portail est fermé ?"),
        ("it", "chiudi il cancello", "Altro, ora che il cancello è chiuso?"),
        ("es", "cierra el portón", "¿Algo más, ahora que el portón está cerrado?"),
    ],
)
def test_a_question_takes_no_deed_for_granted(language: str, said: str, answer: str) -> None:
    assert not _screened(language, said, answer)[0].is_allowed


def test_a_question_may_take_for_granted_what_is_so() -> None:
    said = "what shall we do tonight"
    (sentence,) = _screened("en", said, "How about a film, now that the curtains are closed?")
    assert sentence.is_allowed


@pytest.mark.parametrize(
    ("language", "said", "answer", "assessment"),
    [
        ("en", "is the chandelier on?", "The chandelier is on. So is the reading lamp.", False),
        ("en", "is the chandelier on?", "The chandelier is on. The television isn't.", True),
        ("de", "Sind die Fenster zu?", "Das Schlafzimmerfenster ist zu. Das andere auch.", None),
        (
            "de",
            "Sind die Fenster zu?",
            "Das Schlafzimmerfenster ist zu. Küchenfenster auch.",
            False,
        ),
        (
            "de",
            "Sind die Fenster zu?",
            "Das Schlafzimmerfenster ist zu. Küchenfenster nicht.",
            True,
        ),
        ("nl", "Zijn de ramen dicht?", "Het slaapkamerraam is dicht. Het keukenraam ook.", False),
        ("it", "La piantana è spenta?", "La piantana è spenta. Il lampadario idem.", False),
        ("it", "La piantana è spenta?", "La piantana è spenta. Il lampadario no.", True),
        ("es", "¿Está apagada la cafetera?", "La cafetera está apagada. La araña también.", False),
        ("es", "¿Está apagada la cafetera?", "La cafetera está apagada. La araña no.", True),
        ("fr", "La télé est allumée ?", "La télé est allumée. Le lampadaire aussi.", False),
        ("fr", "Le lampadaire est éteint ?", "Le lampadaire est éteint. La veilleuse non.", True),
    ],
)
def test_what_only_names_something_says_what_was_said_before(
    language: str, said: str, answer: str, assessment: bool | None
) -> None:
    found = {True: Assessment.TRUE, False: Assessment.FALSE, None: Assessment.UNCHECKED}
    assert _screened(language, said, answer)[-1].assessment is found[assessment]


@pytest.mark.parametrize(
    ("language", "said", "answer", "assessment"),
    [
        ("de", "Welche Fenster sind offen?", "Das Küchenfenster.", Assessment.TRUE),
        ("de", "Welche Fenster sind offen?", "Das Schlafzimmerfenster.", Assessment.FALSE),
        ("de", "Welche Lampen sind an?", "Die Stehlampe.", Assessment.UNCHECKED),
        ("en", "who is at home?", "Ben.", Assessment.FALSE),
        ("nl", "wie is er thuis?", "Anna.", Assessment.TRUE),
        ("es", "¿Quién está en casa?", "Luis.", Assessment.FALSE),
        ("it", "Dov'è Luca?", "In garage.", Assessment.UNCHECKED),
    ],
)
def test_a_name_for_an_answer_is_held_to_what_is_so(
    language: str, said: str, answer: str, assessment: Assessment
) -> None:
    assert _screened(language, said, answer)[0].assessment is assessment


@pytest.mark.parametrize(
    ("language", "said", "right", "wrong"),
    [
        ("en", "What's our vacuum called?", "It's called Robbie.", "It's called Percy."),
        ("de", "Wie heißt unser Saugroboter?", "Er heißt Robbi.", "Er heißt Willi."),
        ("nl", "Hoe heet onze robotstofzuiger?", "Hij heet Rover.", "Dat is Stoffel."),
        ("it", "Che nome ha l'aspirapolvere?", "Si chiama Pippo.", "Si chiama Gino."),
        ("es", "¿Cómo se llama nuestro robot?", "Se llama Conga.", "Atiende por Paco."),
        ("fr", "Quel est le nom de l'aspirateur ?", "Il s'appelle Nestor.", "C'est Bertille."),
    ],
)
def test_a_name_is_that_of_the_thing(language: str, said: str, right: str, wrong: str) -> None:
    assert _screened(language, said, right)[0].assessment is Assessment.TRUE
    assert not _screened(language, said, wrong)[0].is_allowed


@pytest.mark.parametrize(
    ("language", "said", "answer"),
    [
        ("it", "La finestra della camera è chiusa?", "Chiusa, tranquillo."),
        ("es", "¿Hay música en la cocina?", "Ninguna, la radio está apagada."),
        ("fr", "Claire est rentrée ?", "Pas encore, Claire est toujours absente."),
        ("de", "Guten Morgen", "Der Kaffee ist schon durchgelaufen."),
        ("es", "¿De qué color es nuestra puerta?", "De un verde oscuro precioso."),
        ("en", "how warm is it in the lounge", "A pleasant 23.4 degrees."),
        ("en", "put the tv on", "TV's on its way up."),
        ("nl", "Is de voordeur dicht?", "Nee, de voordeur is niet op slot."),
        ("nl", "Hoe laat moet ik weg?", "Vergeet niet dat je garagedeur open staat."),
        ("es", "¿Es bueno poner la calefacción?", "La tienes a 25, ¿no te parece mucho?"),
        ("fr", "ferme le portail", "Le portail est en train de se fermer."),
        ("fr", "tu oublies tout", "Moi, j'ai oublié d'éteindre l'arrosage cette nuit !"),
        ("es", "alarma", "Conectada en modo casa."),
    ],
)
def test_what_only_sounds_like_a_state_that_is_so_is_not_heard(
    language: str, said: str, answer: str
) -> None:
    assert not _screened(language, said, answer)[0].is_allowed


@pytest.mark.parametrize(
    ("language", "said", "answer"),
    [
        ("en", "turn on the fairy lights", "The garden is twinkling ✨ Have a lovely evening."),
        ("de", "Mach den Sternenhimmel an", "Die Sterne leuchten 🌟 Schlaf schön, kleine Maus!"),
        ("nl", "Doe het rolluik open", "De zon stroomt binnen 🌞 Geniet van je ontbijt."),
        ("it", "Apri la persiana", "Il sole entra a fiotti 🌞 Goditi la colazione."),
        ("es", "Abre la cortina", "El sol entra a raudales 🌞 Disfruta del desayuno."),
        ("fr", "Ouvre le volet de Léa", "Le soleil entre à flots 🌞 Profitez de ce matin."),
    ],
)
def test_a_wish_after_a_smile_is_heard_and_the_lie_before_it_is_not(
    language: str, said: str, answer: str
) -> None:
    lie, wish = _screened(language, said, answer)
    assert not lie.is_allowed
    assert wish.is_allowed


@pytest.mark.parametrize(
    ("language", "answer"),
    [
        ("de", "Gute Wahl, erledigt."),
        ("de", "Schönen Abend im hellen Kinderzimmer."),
        ("en", "Enjoy the open curtains."),
        ("fr", "Bonne soirée, tout est verrouillé."),
        ("it", "Buono, fatto."),
    ],
)
def test_a_wish_carries_no_claim(language: str, answer: str) -> None:
    assert not _screened(language, "mach die Jalousie auf", answer)[0].is_allowed


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("All set ✨ Have fun!", ["All set ✨", "Have fun!"]),
        ("Danke. 😊 Bis bald.", ["Danke.", "😊", "Bis bald."]),
        ("I ❤️ tea and coffee.", ["I ❤️ tea and coffee."]),
        ("🔒 Locked.", ["🔒 Locked."]),
    ],
)
def test_a_smile_ends_a_sentence_where_another_begins(text: str, sentences: list[str]) -> None:
    assert list(split_sentences(text)) == sentences


@pytest.mark.parametrize(
    ("language", "said"),
    [
        ("en", "bring me up to speed on the kitchen"),
        ("de", "bring mich auf den neuesten Stand"),
        ("nl", "praat me bij over de keuken"),
        ("it", "aggiornami sulla cucina"),
        ("es", "ponme al día de la cocina"),
        ("fr", "fais-moi le point sur la cuisine"),
    ],
)
def test_who_wants_to_be_told_how_things_are_asks(language: str, said: str) -> None:
    context = TurnContext(
        turn=Turn(text=said, conversation_id="1"),
        shown=said,
        language=load_language(language),
        conversation=Conversation(),
        listener=ignore,
        explain=_explain,
    )
    assert _screens(language).for_turn(context).purpose is TurnPurpose.QUESTION


@pytest.mark.parametrize(
    ("language", "said", "answer"),
    [
        ("en", "close the garage door", "The garage door was already closed."),
        ("it", "chiudi il cancello", "Il cancello era già chiuso."),
        ("es", "sube la persiana pequeña", "La persiana pequeña ya estaba abierta."),
    ],
)
def test_what_was_so_already_is_so(language: str, said: str, answer: str) -> None:
    assert _screened(language, said, answer)[0].assessment is Assessment.TRUE
