"""Commands by subject: timers, lists, media, plans, and everything else that is done."""
