"""The words of a language, as the other stages look them up."""
