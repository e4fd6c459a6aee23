"""A sentence → clauses → frames → the services that are asked for."""
