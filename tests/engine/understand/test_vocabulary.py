"""The grammar is given few names, and reads a sentence as if it had been given all of them."""

from dataclasses import fields
from typing import override

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from home_agent.engine.home import Area, Entity, Layout
from home_agent.engine.language import load_language
from home_agent.engine.understand.grammar.reader import recognize, recognize_unmatched
from home_agent.engine.understand.grammar.vocabulary import (
    NamesInText,
    Vocabulary,
    gather_vocabulary,
)

NAMES = st.one_of(
    st.sampled_from(
        (
            *("Lamp", "lamp!", "Reading-Lamp", "Küche", "A.C.", "C++", "the and", "turn on", "💡"),
            *(
                "l'Ufficio",
                "Straße",
                "İstanbul",
                "キッチン の ライト",
                "客厅灯",
                "बत्ती",
                "lamp_2",
                "",
            ),
            *("{area}", "[.*]", "(", "?", "\u202eLamp", "Please Light", "Öl  Heizung"),
        )
    ),
    st.text(max_size=6),
)


class Everything(Vocabulary):
    """A vocabulary that thinks that everything may be named in every sentence."""

    @override
    def within(self, texts: object) -> NamesInText:
        layout = self.layout
        return NamesInText(
            entities=sorted(layout.entities.values(), key=lambda entity: entity.entity_id),
            areas=sorted(layout.areas.values(), key=lambda area: area.area_id),
            floors=[],
        )


def _layout(names: list[str], places: list[str]) -> Layout:
    entities = [
        Entity(entity_id=f"light.n{n}", name=name or "x", names=(name,), exposed=n % 3 != 2)
        for n, name in enumerate(names)
    ]
    areas = [Area(area_id=f"a{n}", name=name) for n, name in enumerate(places)]
    return Layout(
        entities={entity.entity_id: entity for entity in entities},
        areas={area.area_id: area for area in areas},
    )


SENTENCES = {
    "en": ("turn on {name}", "please turn {name} off in the {area}", "is {name} on", "{name}"),
    "de": ("schalte {name} ein", "mach das Licht im {area} an", "{area}licht aus"),
    "it": ("accendi {name} nell'{area}", "spegni la luce in {area}"),
    "fi": ("sytytä {name}", "sammuta valot {area}ssa"),
    "zh-CN": ("打开{name}", "把{area}的灯关掉", "请打开 {area} {name}"),
    "ja": ("{name}をつけて", "{area}の電気を消して"),
}


@pytest.mark.parametrize("code", SENTENCES)
@settings(max_examples=12, deadline=None)
@given(
    names=st.lists(NAMES, min_size=1, max_size=4),
    places=st.lists(NAMES, min_size=1, max_size=3),
    spoken=st.sampled_from((str, str.upper, str.lower, str.title)),
)
def test_leaving_out_names_changes_nothing(
    code: str, names: list[str], places: list[str], spoken: type[str]
) -> None:
    """Whatever the names, their case, their signs, and how the language glues words to them."""
    language = load_language(code)
    layout = _layout(names, places)
    some, everything = gather_vocabulary(layout), Everything(layout=layout)
    for sentence in SENTENCES[code]:
        text = sentence.replace("{name}", names[0]).replace("{area}", places[0])
        heard = spoken(text)
        assert recognize(heard, language, some, None) == recognize(
            heard, language, everything, None
        )
        hidden, expected = (
            recognize(heard, language, words, None, exposed=False) for words in (some, everything)
        )
        if expected is not None and "name" in expected.slots:
            assert hidden == expected
        assert recognize_unmatched(heard, language, some, None) == recognize_unmatched(
            heard, language, everything, None
        )


def test_a_name_may_be_parted_by_a_word_that_the_grammar_leaves_out() -> None:
    """As when somebody remembers their manners halfway."""
    vocabulary = gather_vocabulary(_layout(["Reading Lamp"], []))
    reading = recognize("turn on the reading please lamp", load_language("en"), vocabulary, None)
    assert reading is not None
    assert reading.value("name") == "Reading Lamp"


@settings(max_examples=200, deadline=None)
@given(st.lists(st.builds(_layout, st.lists(NAMES), st.lists(NAMES)), min_size=1, max_size=4))
def test_it_follows_every_change_of_the_home(layouts: list[Layout]) -> None:
    """As if the home had always been so."""
    known = None
    for layout in layouts:
        known = gather_vocabulary(layout, known)
        fresh = gather_vocabulary(layout)
        for field in fields(Vocabulary):
            assert getattr(known, field.name) == getattr(fresh, field.name)


def test_whoever_may_be_called_so_is_found() -> None:
    """Whatever the case and the signs of a name."""
    vocabulary = gather_vocabulary(_layout(["Reading-Lamp", "reading lamp", "Other"], []))
    assert [entity.entity_id for entity in vocabulary.called("READING lamp!")] == [
        "light.n0",
        "light.n1",
    ]
