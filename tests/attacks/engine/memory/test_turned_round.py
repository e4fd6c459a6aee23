"""A model has only the person's own words remembered, and does not turn them round."""

import pytest

from home_agent.engine.retrieval.said_by_person import is_in_own_words

TURNED_ROUND = [
    ("The user is not allergic to nuts", "I am allergic to nuts"),
    ("Anna is allergic to nuts", "Anna is not allergic to nuts"),
    ("Anna isn't allergic to nuts", "Anna is allergic to nuts"),
    ("hates dogs cats and birds", "I love dogs, cats and birds"),
    ("does not love cycling", "I have no car and I love cycling"),
    ("likes fish and meat", "I don't like fish and meat"),
    ("takes coffee with milk", "I take my coffee without milk"),
    ("Not. Allergic to nuts", "I am allergic to nuts"),
    ("Anna ist nicht allergisch gegen Nüsse", "Anna ist allergisch gegen Nüsse"),
    ("Anna ist allergisch gegen Nüsse", "Anna ist nicht allergisch gegen Nüsse"),
    ("Anna verträgt Milch", "Anna verträgt keine Milch"),
    ("Anna is niet allergisch voor noten", "Anna is allergisch voor noten"),
    ("Anna eet vlees", "Anna eet geen vlees"),
    ("Anna n'est pas allergique aux noix", "Anna est allergique aux noix"),
    ("Anna mange de la viande", "Anna ne mange pas de viande"),
    ("Anna n\u2019aime pas le thé", "Anna aime le thé"),
    ("Anna non è allergica alle noci", "Anna è allergica alle noci"),
    ("Anna mangia carne", "Anna non mangia carne"),
    ("Anna no es alérgica a las nueces", "Anna es alérgica a las nueces"),
    ("Anna come carne", "Anna no come carne"),
    ("Anna toma café con azúcar", "Anna toma café sin azúcar"),
    ("Tom is allowed to open the door", "Tom is not allowed to open the door"),
]
KEPT = [
    ("Anna is allergic to nuts", "Anna is allergic to nuts"),
    ("The user is not allergic to nuts", "I am not allergic to nuts"),
    ("isn't allergic to nuts", "I am not allergic to nuts"),
    ("dislikes coriander", "I don't like coriander"),
    ("loves cycling", "I have no car and I love cycling"),
    ("has no car", "I have no car and I love cycling"),
    ("Anna likes tea", "Anna is not here. Anna likes tea"),
    ("not allergic to nuts", "I am allergic to nuts. no wait, I am not allergic to nuts"),
    ("Anna verträgt keine Milch", "Anna verträgt keine Milch, aber Käse geht"),
    ("Anna ne mange pas de viande", "Anna mange pas de viande"),
    ("Anna è vegetariana", "ricorda che Anna è vegetariana"),
    ("Anna no come carne", "Anna no come carne"),
    ("Anna drinkt geen koffie", "Anna drinkt geen koffie"),
    ("hates spiders", "I hate spiders"),
    ("The spare key is in the shed", "the spare key is in the shed, not in the house"),
]


@pytest.mark.parametrize(("statement", "said"), TURNED_ROUND)
def test_what_was_said_is_not_turned_round(statement: str, said: str) -> None:
    assert not is_in_own_words(statement, (said,))
    assert not is_in_own_words(statement, ("What is the weather like?", said, "Thanks, no more."))


@pytest.mark.parametrize(("statement", "said"), KEPT)
def test_what_was_said_is_kept(statement: str, said: str) -> None:
    assert is_in_own_words(statement, (said,))
    assert is_in_own_words(statement, ("What is the weather like?", said, "Thanks, no more."))
