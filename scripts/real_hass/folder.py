"""A configuration folder that Home Assistant starts from without asking anything."""

from __future__ import annotations

import json
import shutil
from datetime import timedelta
from pathlib import Path
from typing import TYPE_CHECKING, Any

from homeassistant.auth import auth_manager_from_config
from homeassistant.auth.const import GROUP_ID_ADMIN, GROUP_ID_USER
from homeassistant.auth.models import TOKEN_TYPE_LONG_LIVED_ACCESS_TOKEN
from homeassistant.core import HomeAssistant
from homeassistant.helpers import device_registry as dr
from homeassistant.helpers import entity_registry as er

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

INTEGRATION = Path(__file__).resolve().parents[2] / "custom_components" / "home_agent"

# Enough for the web page, its Assist window and the demo devices, and nothing that looks for
# devices in the network. Since 2026.8 the port is read from storage instead.
DEMO = """\
homeassistant:
  name: Home Agent demo
  unit_system: metric
  time_zone: UTC
  auth_providers:
    # Nobody else can reach the loopback of this machine, so a browser need not log in.
    - type: trusted_networks
      trusted_networks: 127.0.0.1
      allow_bypass_login: true
    - type: homeassistant
http:
  server_host: 127.0.0.1
  server_port: {port}
assist_pipeline:
automation: !include automations.yaml
config:
demo:
frontend:
"""

# As it is before anybody has written one.
_AUTOMATIONS = "[]\n"

# Further: it writes down what happens, and shows it, which takes time of others'.
RECORDING = """\
history:
logbook:
"""


def furnish(  # noqa: PLR0913 - all that is in it
    folder: Path,
    port: int,
    *,
    configuration: str,
    components: Sequence[Path],
    link: bool,
    storage: Mapping[str, Any],
) -> None:
    """Fill the folder, but for who may get in."""
    (folder / "configuration.yaml").write_text(configuration.format(port=port), encoding="utf-8")
    (folder / "automations.yaml").write_text(_AUTOMATIONS, encoding="utf-8")
    (folder / ".storage").mkdir()
    _store(folder, "http", _http(port), version=2, minor_version=2)
    steps = ["user", "core_config", "analytics", "integration"]
    _store(folder, "onboarding", {"done": steps}, version=4)
    for name, document in storage.items():
        (folder / ".storage" / name).write_text(json.dumps(document), encoding="utf-8")
    places = folder / "custom_components"
    places.mkdir()
    for component in components:
        if link:
            (places / component.name).symlink_to(component)
        else:
            without = shutil.ignore_patterns("__pycache__")
            shutil.copytree(component, places / component.name, ignore=without)


async def let_in(folder: Path, *, another: bool) -> tuple[str, str]:
    """Make an administrator, as onboarding would, and another person if wanted; a token for each.

    Where there is only one, a browser need not ask who somebody is.
    """
    hass = HomeAssistant(str(folder))
    # Auth looks at both, and there is nothing in them yet.
    dr.async_setup(hass)
    await dr.async_load(hass, load_empty=True)
    await er.async_load(hass, load_empty=True)
    hass.auth = await auth_manager_from_config(hass, [{"type": "homeassistant"}], [])
    admin = await _token(hass, "Admin", GROUP_ID_ADMIN)
    user = await _token(hass, "User", GROUP_ID_USER) if another else ""
    # The store saves a while later, and this Home Assistant will be gone by then.
    store = hass.auth._store  # noqa: SLF001
    await store._store.async_save(store._data_to_save())  # noqa: SLF001
    return admin, user


async def _token(hass: HomeAssistant, name: str, group: str) -> str:
    """Make a person, and a long-lived token for them."""
    person = await hass.auth.async_create_user(name, group_ids=[group])
    token = await hass.auth.async_create_refresh_token(
        person,
        client_name="Home Agent",
        token_type=TOKEN_TYPE_LONG_LIVED_ACCESS_TOKEN,
        access_token_expiration=timedelta(days=365),
    )
    return hass.auth.async_create_access_token(token)


def _store(folder: Path, key: str, data: object, *, version: int, minor_version: int = 1) -> None:
    """Write a file the way Home Assistant's storage does."""
    document = {"version": version, "minor_version": minor_version, "key": key, "data": data}
    (folder / ".storage" / key).write_text(json.dumps(document), encoding="utf-8")


def _http(port: int) -> dict[str, Any]:
    """Serve on this port of the loopback only, as a setting that has proved itself."""
    return {
        "stable": {
            "server_port": port,
            "server_host": ["127.0.0.1"],
            "cors_allowed_origins": [],
            "login_attempts_threshold": -1,
            "ip_ban_enabled": False,
            "ssl_profile": "modern",
            "use_x_frame_options": True,
            "created_at": "2026-01-01T00:00:00+00:00",
            "error": None,
            "error_message": None,
        },
        "pending": None,
        "yaml_migration_done": True,
    }
