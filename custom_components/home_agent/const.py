"""Names that Home Assistant knows us by."""

import logging

DOMAIN = "home_agent"
DEFAULT_NAME = "Home Agent"

CONF_SAFETY = "safety"

LOGGER = logging.getLogger(__package__)
