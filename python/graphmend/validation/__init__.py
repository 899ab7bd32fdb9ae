"""`graphmend validate` and `graphmend triage`: what torch really does. See README.md beside this.

Importing this package, or any module of it that does not say "in the worker", needs no torch.
"""
