"""scipy: never traced; nothing of it is modelled yet."""
