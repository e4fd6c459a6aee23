"""What each command of `home-agent` does; `cli/` reads its options."""
