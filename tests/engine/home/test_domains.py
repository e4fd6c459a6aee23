"""Every domain's entry is whole, and what derives from the entries says what it must."""

import json
from collections import Counter
from collections.abc import Iterable, Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from home_agent.engine.act import fitting
from home_agent.engine.act.expectation import expect
from home_agent.engine.act.gate import gate
from home_agent.engine.act.gate.sensitivity import Sensitivity
from home_agent.engine.act.undo.restore import KEPT, can_restore
from home_agent.engine.home import ServiceCall, State, routine, service_kinds
from home_agent.engine.home.domains import (
    DOMAINS,
    SETS_OFF,
    Action,
    Domain,
    Setting,
    Trait,
    all_actions,
    all_settings,
    with_trait,
)
from home_agent.engine.home.domains.setting import SettingCheck
from home_agent.engine.recent_events.kinds import Kind
from home_agent.engine.tools import actions as tool_actions
from home_agent.engine.understand.clauses import options
from home_agent.engine.understand.clauses.acts import CHANGES, ORDER, SEEKING, SERVICES
from home_agent.engine.understand.lexicon.file import load_lexicon
from home_agent.simulated.domains import BEHAVIOURS

NOW = datetime(2026, 3, 1, tzinfo=UTC)
ACTIONS = [
    pytest.param(domain, action, id=f"{domain}.{action.service}{'.' * bool(action.part)}")
    for domain, action in all_actions()
]
SETTINGS = [
    pytest.param(domain, setting, id=f"{domain}.{setting.service}.{setting.datum}")
    for domain, setting in all_settings()
]
EACH_DOMAIN = [pytest.param(domain, id=name) for name, domain in DOMAINS.items()]

_WITH_TOLERANCE = {
    SettingCheck.NEAR,
    SettingCheck.AT_REST,
    SettingCheck.BRIGHTNESS,
    SettingCheck.SPEED,
}
_IN_STATE = {SettingCheck.STATE, SettingCheck.FIGURE, SettingCheck.STATE_END, SettingCheck.NOWHERE}

# What was true before the tables were gathered in `home/domains/`.
FACTS: Mapping[str, Any] = json.loads(
    Path(__file__).with_name("domain_facts.json").read_text(encoding="utf-8")
)


@pytest.mark.parametrize("domain", EACH_DOMAIN)
def test_a_domain_offers_something_or_only_tells(domain: Domain) -> None:
    offers = bool(domain.actions or domain.settings)
    assert not (offers and Trait.READ_ONLY in domain.traits)
    assert offers or domain.restore is None
    assert offers or not (domain.risk or domain.sets_off_by or domain.meant_by)
    assert DOMAINS[domain.name] is domain


@pytest.mark.parametrize("domain", EACH_DOMAIN)
def test_what_is_said_of_a_domain_has_words(domain: Domain) -> None:
    lexicon = load_lexicon("en")
    said = {*domain.conditions, *domain.loose_conditions}
    said |= {word for kind in domain.classes for word in (*kind.on, *kind.off)}
    assert said <= {*lexicon.questions.state_names}
    assert {*domain.told, *domain.told_aloud} <= {*domain.told_by, "battery"}


@pytest.mark.parametrize("domain", EACH_DOMAIN)
def test_changes_and_risks_of_a_domain_are_known(domain: Domain) -> None:
    changes = {domain.changes, *(kind.changes for kind in domain.classes)} - {""}
    assert changes <= {*Kind}
    assert not domain.risk or Sensitivity(domain.risk)
    assert domain.risk_told_by != "class" or any(kind.entrance for kind in domain.classes)
    assert all(kind.entry for kind in domain.classes if kind.entrance)


@pytest.mark.parametrize("domain", EACH_DOMAIN)
def test_a_domain_that_sets_off_others_is_not_put_back_as_if_it_did_not(domain: Domain) -> None:
    if Trait.ROUTINE in domain.traits:
        assert domain.sets_off_by
    offered = {action.service for action in domain.actions}
    assert offered.intersection(domain.sets_off_by) or not domain.sets_off_by


@pytest.mark.parametrize("domain", EACH_DOMAIN)
def test_a_press_calls_what_the_domain_has(domain: Domain) -> None:
    offered = {action.service for action in domain.actions}
    assert {*domain.pressed.values()} <= offered
    words = {word for meant in domain.conditions.values() for word in meant}
    loose = {word for meant in domain.loose_conditions.values() for word in meant}
    assert {*domain.pressed} - {""} <= words | loose


@pytest.mark.parametrize(("domain", "action"), ACTIONS)
def test_an_action_is_whole(domain: str, action: Action) -> None:
    services = {other.service: other for other in DOMAINS[domain].actions}
    parts = {setting.part for setting in DOMAINS[domain].settings}
    assert set(action.verbs) <= {*ORDER}
    assert not action.part or action.part in parts
    assert not action.opposite or services[action.opposite].passes
    assert not action.otherwise or action.otherwise in services
    assert action.otherwise is None or action.feature
    # It shows in a state that can be put back, or says how it is taken back, or it cannot be.
    shows = bool(action.reaches.states)
    assert can_restore(domain) or action.reverse or DOMAINS[domain].restore is None
    assert not (shows and action.reverse)


@pytest.mark.parametrize(("domain", "action"), ACTIONS)
def test_an_action_is_expected_to_reach_what_it_says(domain: str, action: Action) -> None:
    call = ServiceCall(domain=domain, service=action.service, data=action.data)
    expectation = expect(call)
    assert expectation.unseen is not action.reaches.seen
    for value in ("on", "off", "open", *action.reaches.states):
        state = State(value=value, changed=NOW, updated=NOW)
        is_reached = (value in action.reaches.states) is not action.reaches.excluded
        if action.reaches.states:
            assert expectation.met_by(state) is is_reached


@pytest.mark.parametrize(("domain", "setting"), SETTINGS)
def test_a_setting_is_whole(domain: str, setting: Setting) -> None:
    assert setting.service
    assert setting.attribute or setting.check in _IN_STATE
    assert (setting.tolerance > 0) is (setting.check in _WITH_TOLERANCE)
    assert setting.datum or (setting.switch is not None and setting.switch.off_service)
    assert not (setting.level and (setting.options or setting.switch))
    assert not setting.level or (setting.name and setting.measure)
    assert not setting.lowest or setting.highest
    assert not setting.meant or setting.name or setting.feature_name
    assert can_restore(domain) or not setting.restored or not setting.attribute


@pytest.mark.parametrize(("domain", "setting"), SETTINGS)
def test_a_setting_is_put_back_with_its_thing(domain: str, setting: Setting) -> None:
    restore = DOMAINS[domain].restore
    if restore is None or not setting.restored or not setting.attribute:
        return
    value = min(next(iter(DOMAINS[domain].conditions.values())))
    mode = "color_temp" if "kelvin" in setting.attribute else setting.attribute.split("_")[0]
    shared = {"supported_features": 0xFFFF, "color_mode": mode}
    states = (
        State(value=value, attributes={setting.attribute: at, **shared}, changed=NOW, updated=NOW)
        for at in (10, 90)
    )
    assert restore(*states)


def test_whatever_domain_takes_a_datum_it_shows_alike() -> None:
    shown: dict[str, set[object]] = {}
    for _, setting in all_settings():
        alike = (setting.attribute, setting.check, setting.tolerance, setting.unit)
        shown.setdefault(setting.datum, set()).add(alike)
    assert not [datum for datum, ways in shown.items() if len(ways) > 1]


def test_a_word_means_one_action_of_a_domain() -> None:
    verbs = Counter((name, verb, act.part) for name, act in all_actions() for verb in act.verbs)
    models = Counter((name, word) for name, act in all_actions() for word in act.models_say)
    assert {*verbs.values(), *models.values()} == {1}
    assert {*ORDER} | SEEKING == {*SERVICES, *CHANGES, "set"} | SEEKING


def test_one_domain_is_meant_where_none_is_named() -> None:
    lexicon = load_lexicon("en")
    named = Counter(
        name
        for _, setting in all_settings()
        if setting.meant
        for name in (setting.name, setting.feature_name)
        if name
    )
    acts = Counter(act for domain in DOMAINS.values() for act in domain.meant_by)
    assert {*named.values(), *acts.values()} == {1}
    assert set(named) >= {*lexicon.features.values()}
    assert set(acts) <= {*ORDER}


def test_who_sets_off_others_is_said_once() -> None:
    assert with_trait(Trait.ROUTINE) < SETS_OFF
    assert {"automation", "button", "input_button", "scene", "script"} == SETS_OFF


@pytest.mark.parametrize(("domain", "setting"), SETTINGS)
def test_the_simulated_home_takes_what_the_domain_says(domain: str, setting: Setting) -> None:
    if domain in BEHAVIOURS and setting.datum:
        action = BEHAVIOURS[domain].actions.get(setting.service)
        assert action is not None, f"src/home_agent/simulated/domains lacks {setting.service}"
        assert setting.datum in {argument.name for argument in action.takes or ()}


@pytest.mark.parametrize(("domain", "offer"), [*ACTIONS, *SETTINGS])
def test_the_simulated_home_knows_the_same_abilities(domain: str, offer: Action | Setting) -> None:
    if offer.feature and domain in BEHAVIOURS:
        flags = BEHAVIOURS[domain].features
        assert flags is not None
        assert offer.feature in {int(flag) for flag in flags}


def _by_first[V](entries: Iterable[tuple[str, str, V]]) -> dict[str, dict[str, V]]:
    found: dict[str, dict[str, V]] = {}
    for first, second, value in entries:
        found.setdefault(first, {})[second] = value
    return found


DERIVED: Mapping[str, Mapping[str, object]] = {
    "services": SERVICES,
    "models_say": _by_first(
        (word, domain, service) for (word, domain), service in tool_actions._BESIDES.items()
    ),
    "tool_settings": tool_actions._SETTINGS,
    "leads_to": _by_first((*key, service) for key, service in routine._LEADS_TO.items()),
    "reached": {
        f"{name}.{action.service}": action.reaches.states for name, action in all_actions()
    },
    "needed": fitting._NEEDED,
    "closing": service_kinds._CLOSING,
    "choices": {
        name: [f"{options.listed} {setting.service} {setting.datum}" for setting, options in chosen]
        for name, chosen in options._CHOICES.items()
    },
    "risks": {
        risk: {name for name, domain in DOMAINS.items() if domain.risk == risk}
        for risk in FACTS["risks"]
    },
    "domains": {
        "restored": {name for name in DOMAINS if can_restore(name)},
        "own_kind": service_kinds.OWN_KIND,
        "classified": gate._CLASSIFIED,
    },
    "attributes": {"kept": KEPT},
}


@pytest.mark.parametrize("table", FACTS)
def test_nothing_that_was_known_is_lost(table: str) -> None:
    for name, known in FACTS[table].items():
        now = DERIVED[table][name]
        if isinstance(known, dict):
            assert isinstance(now, Mapping)
            assert known.items() <= now.items()
        else:
            assert isinstance(now, Iterable)
            assert set(known.split() if isinstance(known, str) else known) <= {*now}
