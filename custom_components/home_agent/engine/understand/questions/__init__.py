"""Questions by subject: which entities to look at, and for what. Never acts."""
