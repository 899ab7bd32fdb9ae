import torch
from xrfm.rfm_src.kernels import LaplaceKernel, ProductLaplaceKernel

kernel = LaplaceKernel(bandwidth=5.0, exponent=1.0)
X, Z, M = torch.randn(30, 4), torch.randn(12, 4), torch.eye(4)
matrix = torch.compile(kernel.get_kernel_matrix)(X, Z, M) if hasattr(kernel, "get_kernel_matrix") else torch.compile(kernel._get_kernel_matrix_impl)(X, Z)
print(matrix.shape)
