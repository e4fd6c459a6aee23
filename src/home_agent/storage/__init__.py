"""What is kept on disk between runs, and who may write it."""
