"""Whether the home, MCP servers and models can be asked: for `doctor`, `init` and the page."""
