"""The words of a target → the entities that are meant."""
