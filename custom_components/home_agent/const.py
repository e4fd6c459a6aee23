"""Names that Home Assistant knows us by."""

import logging

DOMAIN = "home_agent"
DEFAULT_NAME = "Home Agent"
AI_TASK_NAME = "{agent} AI Task"

# What is under a connection: agents, and AI tasks. Home Assistant's own model integrations have
# the same names.
AGENT = "conversation"
AI_TASK = "ai_task_data"

# The data of a connection: how its server is reached.
CONF_PROVIDER = "provider"
CONF_BASE_URL = "base_url"
CONF_VERTEX = "vertex"
CONF_PROJECT = "project"

PROVIDER_NONE = "none"
PROVIDER_OPENAI = "openai"
PROVIDER_GOOGLE = "google"

# The data of what is under it: whether the recommended settings apply, the model, and sections.
CONF_RECOMMENDED = "recommended"
CONF_LLM = "llm"
CONF_FALLBACKS = "fallbacks"
CONF_EXTERNAL_LLM = "external_llm"
CONF_TOOLS = "tools"
CONF_LLM_APIS = "llm_apis"
CONF_SAFETY = "safety"
CONF_TREAT_AS = "treat_as"
CONF_WATCH = "watch"
CONF_WATCHES = "watches"
CONF_DEBUG = "debug"
CONF_CONTEXT = "context"
CONF_MEMORY = "memory"
CONF_RETRIES = "retries"
CONF_PROTOCOL = "protocol"

# The sections that only tune: with recommended settings they are neither shown nor applied.
TUNING = (CONF_LLM, CONF_CONTEXT, CONF_RETRIES)

# What is written into configuration.yaml besides the watches.
CONF_CUSTOM_TOOLS = "custom_tools"
CONF_MCP_SERVERS = "mcp_servers"

LOGGER = logging.getLogger(__package__)
