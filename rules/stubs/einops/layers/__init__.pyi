"""einops.layers."""

from einops.layers import torch
