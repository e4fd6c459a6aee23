"""The home for MCP clients: desktop assistants, editors and agents that speak the protocol.

- `server`: the protocol's handlers, over one session. `http_part` and `stdio` are the ways in.
- `tool_sets`: which tools are on. `tools`: our tools as MCP has them. `talk`: a sentence.
- `shielded_tasks`: what was begun comes to its end.
- `asking`: what takes a person's yes is asked through the client, or refused.
- `resources`: areas and entities with their states. `changes`: who is told when they change.
- `prompts`: what people often want to begin with.

The package `mcp` takes a noticeable part of a second to load, so only whoever serves it does.
"""
