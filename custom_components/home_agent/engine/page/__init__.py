"""The page: what a person in a browser is shown, and may ask for. Transport is the shell's.

A shell knows who looks, makes a `Viewer` of them, looks at the home in their name, and hands
requests to `Page.handle` and streams of `Page.events` on. The files that a browser loads are in
`static/`; their words are `page.toml` of each language.

- `page`: the requests that there are. `requests`: reading what they bring.
- `chat`: sentences in the making, and their conversations. `progress`: what is going on meanwhile.
- `home_documents`: floors, rooms and things with their states; what a press on one asks for.
- `planned`, `audit_log`, `statistics`, `overview`: what is to come, what was done, how sentences
  were understood, how home and models are.
- `automations`: those that the home carries out and we wrote, among what is planned.
- `memory_list`: what is remembered. `tool_list`: what a model may use, and trying it.
- `teaching`: sentences that are to mean others, and names for things.
- `shell`: what a shell may offer besides: the settings file, and finding out how models are.
- `streams`: whoever listens, told of changes.
"""
