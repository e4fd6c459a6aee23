"""What a model is shown: prompt, entities, history, within a token budget.

It imports messages, tokens and the provider protocol from `llm`; `llm` imports nothing of it.

- `prompt`, `instructions`: the whole prompt, in order and within bounds.
- `prompt_input`: the last message: time, area, speaker, states, memories and the sentence.
- `inventory`, `listing`: what there is: in full, by what ids share, or counted.
- `relevance`, `states`: the entities that a sentence needs, and how their states are written.
- `provider`, `providers`: the contract of what finds more that matters, and those that there are;
  `entity_provider`, `memory_provider`, `document_provider`: ours.
- `history`: the exchanges so far, cut in blocks, and a summary of the rest.
- `custom_prompt`, `template`, `sandbox`, `metering`: the owner's templates, rendered within bounds.
- `escape`: text from outside on one line, between marks that it cannot close.
"""
