import torch
from alibi_detect.utils.pytorch.distance import mmd2, mmd2_from_kernel_matrix
from alibi_detect.utils.pytorch.kernels import DeepKernel, GaussianRBF
from torch import nn

torch.manual_seed(0)
kernel = GaussianRBF()
deep = DeepKernel(nn.Sequential(nn.Linear(5, 8), nn.ReLU(), nn.Linear(8, 3)), kernel_a=GaussianRBF(trainable=True), eps=0.01)


@torch.compile
def drift_score(reference, x):
    both = torch.cat([reference, x])
    matrix = kernel(both, both, infer_sigma=True)
    return mmd2_from_kernel_matrix(matrix, len(x), permute=True, zero_diag=True)


trained = torch.compile(lambda a, b: mmd2(a, b, deep))
reference, x = torch.randn(20, 5), torch.randn(10, 5) + 1
print(drift_score(reference, x).item())
value = trained(reference, x)
value.backward()
print(value.item())
