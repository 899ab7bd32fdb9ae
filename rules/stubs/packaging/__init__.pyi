"""packaging."""

from packaging import version
