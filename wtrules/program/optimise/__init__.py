"""Making programs smaller and faster without changing what they do, and estimating their work."""
