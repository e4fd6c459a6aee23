"""Text → words: spelling, number words, and what people say around what they want."""
