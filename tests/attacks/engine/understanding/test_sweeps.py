"""Everything off: asked about before it goes through rooms and kinds, and never what is at work."""

from typing import Any

import pytest

from home_agent.engine import Reply, Settings, Turn, build_agent
from home_agent.engine.storage.store import InMemoryStore
from home_agent.simulated import SimulatedHome

PLUGS = (
    *("Washing machine", "Tumble dryer", "Car charger", "Freezer", "Router", "Aquarium pump"),
    *("Waschmaschine", "Wallbox", "Wäschetrockner", "Wasmachine", "Vaatwasser", "Lavatrice"),
    *("Lavadora", "Lave-linge", "Chargeur voiture", "Nevera", "Zmywarka", "Pračka"),
)

HOUSE: dict[str, Any] = {
    "areas": [{"name": name, "id": name.lower()} for name in ("Kitchen", "Lounge", "Cellar")],
    "devices": [{"name": "Plug 3", "id": "plug", "area": "cellar"}],
    "entities": [
        {"name": "Spots", "id": "light.spots", "area": "kitchen", "state": "on"},
        {"name": "Radio", "id": "media_player.radio", "area": "kitchen", "state": "playing"},
        {"name": "Lamp", "id": "light.lamp", "area": "lounge", "state": "on"},
        {"name": "Kettle", "id": "switch.kettle", "area": "kitchen", "state": "on"},
        {"name": "Plug 3", "id": "switch.plug", "device": "plug", "state": "on"},
        {
            "name": "Plug 3 power",
            "id": "sensor.plug_power",
            "device": "plug",
            "state": "1850",
            "attributes": {"device_class": "power", "unit_of_measurement": "W"},
        },
        *(
            {"name": name, "id": f"switch.machine_{number}", "area": "cellar", "state": "on"}
            for number, name in enumerate(PLUGS)
        ),
    ],
}

SAID = {
    "en": ("everything off", "turn off everything", "turn everything off please"),
    "de": ("alles aus", "mach alles aus", "schalte alles aus"),
    "nl": ("alles uit", "doe alles uit", "zet alles uit"),
    "it": ("spegni tutto", "spegni ogni cosa"),
    "es": ("apaga todo", "apágalo todo"),
    "fr": ("éteins tout", "éteins tout dans la maison"),
}
EACH = [(language, text) for language, some in SAID.items() for text in some]


class House:
    """Somebody who talks to this house, from a room or from nowhere."""

    def __init__(self, language: str, area_id: str | None = None) -> None:
        """Speak a language there."""
        self.home = SimulatedHome.from_inventory(HOUSE)
        self._agent = build_agent(
            self.home, store=InMemoryStore(), settings=Settings(patience=0.05)
        )
        self._language, self._area_id = language, area_id

    async def say(self, text: str) -> Reply:
        """Say something, and hear the reply."""
        turn = Turn(
            text=text, language=self._language, area_id=self._area_id, conversation_id="house"
        )
        return await self._agent.hear(turn)

    @property
    def off(self) -> set[str]:
        """What is off by now, or was called."""
        return {
            entity_id
            for entity_id, state in self.home.snapshot().states.items()
            if state.value == "off"
        }


@pytest.mark.parametrize(("language", "text"), EACH)
async def test_it_is_asked_first(language: str, text: str) -> None:
    """Nothing happens before a yes, and what is unusual is named."""
    house = House(language)
    reply = await house.say(text)
    assert not reply.calls, reply.text
    if reply.expects_answer:
        assert "Radio" in reply.text
        assert "Kettle" in reply.text


@pytest.mark.parametrize(("language", "text"), EACH)
async def test_what_is_at_work_is_left_alone(language: str, text: str) -> None:
    """Whatever is agreed to: the laundry goes on, and so does a plug that draws much."""
    house = House(language)
    await house.say(text)
    await house.say(
        {"en": "yes", "de": "ja", "nl": "ja", "it": "sì", "es": "sí"}.get(language, "oui")
    )
    left = {f"switch.machine_{number}" for number in range(len(PLUGS))} | {"switch.plug"}
    assert house.off.isdisjoint(left)


@pytest.mark.parametrize("text", SAID["en"])
async def test_here_is_here(text: str) -> None:
    """From a room it is about the room."""
    house = House("en", "lounge")
    await house.say(text)
    assert house.off == {"light.lamp"}


async def test_a_yes_is_to_all_that_was_told() -> None:
    """After a yes, what was named is off, and nothing else."""
    house = House("en")
    await house.say("everything off")
    await house.say("yes")
    assert house.off == {"light.spots", "light.lamp", "media_player.radio", "switch.kettle"}


async def test_a_no_is_a_no() -> None:
    """After a no, nothing is off."""
    house = House("de")
    await house.say("alles aus")
    await house.say("nein")
    assert not house.off
