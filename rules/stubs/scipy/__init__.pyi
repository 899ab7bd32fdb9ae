"""scipy: traced into, until its compiled functions or what its Python asks of NumPy break (torch 2.13)."""

__version__: str
