"""Evidence that needs no position: two programs that are the same, or proved to do the same."""
