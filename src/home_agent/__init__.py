"""Home Agent at the command line: the shell that runs the engine without Home Assistant."""
