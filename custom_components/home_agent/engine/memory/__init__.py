"""What is remembered across conversations: kept in the store, consolidated, searched by words.

- `memory`: a memory, a draft of one, and their documents. `changes`: what became of a draft.
- `backend`: what people say about memory, carried out. `views`: what the fast tier is told of it.
- `memories`: all memories of a home; the only module here that touches the store.
- `consolidation`, `statements`: which memories say the same, and which contradict each other.
- `value`: what a memory is worth as time goes by, and which are given up first.
- `word_index`: search by words. `secrets`: what is never remembered.
- `settings`: what a person may set.

Text of devices and of the web never becomes a memory by itself: whoever adds one says in whose
words it is, and what they say is data to everybody who reads it.
"""
