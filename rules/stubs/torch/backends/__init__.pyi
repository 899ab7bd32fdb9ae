"""torch.backends."""

from torch.backends import cpu, cuda, cudnn, mkl, mkldnn, mps, openmp, opt_einsum
