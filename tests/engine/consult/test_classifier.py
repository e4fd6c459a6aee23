"""Whether a sentence states something about the home, by what was learned."""

import pytest

from home_agent.engine.consult.classifier import load_classifier
from home_agent.engine.consult.purpose import TurnPurpose
from home_agent.engine.semantics.ngrams import features

STATED = {
    "en": ["I have locked the front door for you.", "All the lights are off.", "It is 21 degrees."],
    "de": ["Ich habe die Haustür abgeschlossen.", "Alle Lichter sind aus.", "Es sind 21 Grad."],
    "nl": ["Ik heb de voordeur op slot gedaan.", "Alle lampen zijn uit.", "Het is 21 graden."],
    "it": ["Ho chiuso a chiave la porta.", "Tutte le luci sono spente.", "Ci sono 21 gradi."],
    "es": ["He cerrado la puerta con llave.", "Todas las luces están apagadas.", "Hay 21 grados."],
    "fr": ["J'ai verrouillé la porte.", "Toutes les lumières sont éteintes.", "Il fait 21 degrés."],
}
FREE = {
    "en": ["Which lamp do you mean?", "Preheat the oven to 180 degrees.", "Sleep well!"],
    "de": ["Welche Lampe meinst du?", "Den Ofen auf 180 Grad vorheizen.", "Schlaf gut!"],
    "nl": ["Welke lamp bedoel je?", "Verwarm de oven voor op 180 graden.", "Slaap lekker!"],
    "it": ["Quale lampada intendi?", "Preriscalda il forno a 180 gradi.", "Dormi bene!"],
    "es": ["¿Qué lámpara dices?", "Precalienta el horno a 180 grados.", "¡Que duermas bien!"],
    "fr": ["Quelle lampe ?", "Préchauffez le four à 180 degrés.", "Dors bien !"],
}
ASKED = {
    "en": ("turn off the lamp", "is the door locked?", "tell me a joke"),
    "de": ("mach die Lampe aus", "ist die Tür zu?", "erzähl einen Witz"),
    "nl": ("doe de lamp uit", "is de deur dicht?", "vertel een mop"),
    "it": ("spegni la lampada", "la porta è chiusa?", "raccontami una barzelletta"),
    "es": ("apaga la lámpara", "¿está cerrada la puerta?", "cuéntame un chiste"),
    "fr": ("éteins la lampe", "la porte est fermée ?", "raconte une blague"),
}


@pytest.mark.parametrize("code", STATED)
def test_statements_are_told_from_other_talk(code: str) -> None:
    classifier = load_classifier(code)
    assert classifier is not None
    stated = [classifier.read(sentence).states for sentence in STATED[code]]
    free = [classifier.read(sentence).states for sentence in FREE[code]]
    assert min(stated) > max(free)


@pytest.mark.parametrize("code", ASKED)
def test_what_a_request_is_for(code: str) -> None:
    classifier = load_classifier(code)
    assert classifier is not None
    found = []
    for request in ASKED[code]:
        shares = classifier.purposes(request)
        assert sum(shares.values()) == pytest.approx(1)
        found.append(max(shares, key=shares.__getitem__))
    assert found == [TurnPurpose.ACTION, TurnPurpose.QUESTION, TurnPurpose.TALK]


def test_a_dialect_reads_like_its_language_and_others_are_not_read() -> None:
    assert load_classifier("de-CH") is not None
    assert load_classifier("pl") is None


@pytest.mark.parametrize("text", ["", "   ", "?", "🤖", "\x00", "a" * 5000, "1 2 3 " * 4000])
def test_anything_can_be_read(text: str) -> None:
    classifier = load_classifier("en")
    assert classifier is not None
    assert 0 <= classifier.read(text).states <= 1
    assert len(features(text)) < 30_000


def test_signs_and_figures_do_not_matter() -> None:
    assert features("It's **21** degrees") == features("It’s 22 degrees")  # noqa: RUF001
