"""Names that Home Assistant knows us by."""

import logging

DOMAIN = "home_agent"
DEFAULT_NAME = "Home Agent"

# The data of an entry: the model that is asked, and how it is reached.
CONF_PROVIDER = "provider"
CONF_BASE_URL = "base_url"
CONF_VERTEX = "vertex"
CONF_PROJECT = "project"

PROVIDER_NONE = "none"
PROVIDER_OPENAI = "openai"
PROVIDER_GOOGLE = "google"

# Its options: sections of settings.
CONF_LLM = "llm"
CONF_FALLBACKS = "fallbacks"
CONF_EXTERNAL_LLM = "external_llm"
CONF_TOOLS = "tools"
CONF_LLM_APIS = "llm_apis"
CONF_SAFETY = "safety"
CONF_WATCH = "watch"
CONF_WATCHES = "watches"
CONF_DEBUG = "debug"

# What is written into configuration.yaml besides the watches.
CONF_CUSTOM_TOOLS = "custom_tools"

LOGGER = logging.getLogger(__package__)
