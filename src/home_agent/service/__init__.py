"""Home Agent without anybody in front of it: sees to what is planned and watched, for months.

`runner` waits for the lock and the home and serves it until `signals` ends it. `schedule_server`
and `schedule_client` let chats of the same home have things planned, over the socket of
`socket_path`. `notifier` sends the home what nobody was there to hear; `event_log` writes what
happens; `heartbeat`, `status` and `systemd` are its signs of life.
"""
