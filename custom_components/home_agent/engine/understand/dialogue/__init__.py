"""A sentence in the light of what was said before, and what is said for its own sake.

A few words are never acted upon as such: what they stand for is put as a whole sentence, and that
is understood like any other, in the home as it is by then. An open question or proposal is for the
next sentence. An answer that fits nothing is asked for once more, and then no more. After a "yes"
the need is looked at again, and carried out only if it comes to what was proposed.

- `dialogue`: answers, corrections, references and follow-ups put as whole sentences.
- `choice`, `consent`: the answer to a question of ours. `topic`: what a conversation is about.
- `corrections`, `retractions`, `lead_ins`: what is taken back, or said before a command.
- `references`, `follow_up`, `fragments`, `sentence_parts`: few words that go on with the last.
- `small_talk`, `examples`: greetings, and what can be said here.
"""
