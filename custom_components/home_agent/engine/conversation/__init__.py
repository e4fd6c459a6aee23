"""From a sentence to its answer, and what is kept of it: context, answers, history, traces."""
