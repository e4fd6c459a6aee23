"""What a home says is told without the names of what may not be seen."""

from datetime import UTC, datetime

import pytest

from home_agent.engine.home import Entity, Layout, Service, Snapshot
from home_agent.engine.privacy.disclosure import hide_unexposed_names

ENTITIES = (
    Entity(entity_id="light.hall", name="Hall lamp", names=("Lamp",)),
    Entity(entity_id="lock.vault", name="Vault", names=("The box", "x"), exposed=False),
    Entity(entity_id="light.other", name="Lamp", exposed=False),
)
HOME = Snapshot(
    layout=Layout(
        entities={entity.entity_id: entity for entity in ENTITIES},
        services={"lock.open": Service(domain="lock", name="open")},
    ),
    states={},
    now=datetime(2026, 11, 15, tzinfo=UTC),
)


@pytest.mark.parametrize(
    ("words", "told"),
    [
        ("The tank is empty", "The tank is empty"),
        ("light.hall is broken", "light.hall is broken"),
        ("Entity lock.vault is broken", "Entity ••• is broken"),
        ("Entity LOCK.Vault does not support lock.open", "Entity ••• does not support lock.open"),
        ("lock.of_tomorrow is not there", "••• is not there"),
        ("the VAULT and the box say no", "the ••• and ••• say no"),
        ("Vaults are not the vault's", "Vaults are not the •••'s"),
        ("The lamp says no", "The lamp says no"),
        ("x marks the spot at hub.local", "x marks the spot at hub.local"),
        ("", ""),
    ],
)
def test_hidden_names(words: str, told: str) -> None:
    """A name that something else has too, which may be seen, is no secret."""
    assert hide_unexposed_names(words, HOME) == told
