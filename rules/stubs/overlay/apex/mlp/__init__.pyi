"""apex: an MLP in one compiled function."""

from apex.mlp.mlp import MLP
