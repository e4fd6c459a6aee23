"""Finding texts by what they say and by what they mean, in process or by a server of vectors.

- `passage`: a text that can be found, and one that was.
- `words`, `table`: texts in memory, by the words in them and as vectors; both ranked together.
- `embedding`: text → vector, by a server that is set, else by the model that ships with us.
- `vector_file`: the vectors between runs; whatever is damaged there is worked out again.
- `index`: all of that for one collection of texts, kept up to date piece by piece.
- `chroma`: the same vectors in a ChromaDB; `documents`: texts of one's own, read from folders.

Whose a text is decides who finds it, before anything is ranked.
"""
