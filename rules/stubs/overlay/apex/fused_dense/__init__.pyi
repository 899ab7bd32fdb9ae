"""apex: linear layers with what follows them."""

from apex.fused_dense.fused_dense import FusedDense, FusedDenseGeluDense
