"""How the reader learns: homes and sentences of our own → the weights that ship with the engine."""
