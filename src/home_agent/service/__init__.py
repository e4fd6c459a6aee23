"""Home Agent without anybody in front of it: sees to what is planned and watched, for months."""
