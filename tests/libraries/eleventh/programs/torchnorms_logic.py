import torch
from torchnorms.tnorms import FrankTNorm, HamacherProductTNorm, HamacherTNorm

frank, hamacher, product = FrankTNorm(default_p=0.4), HamacherTNorm(default_p=1.5), HamacherProductTNorm()


@torch.compile
def conjunction(a, b, c):
    return product(frank(a, b), hamacher(b, c))


a, b, c = (torch.rand(6, requires_grad=True) for _ in range(3))
truth = conjunction(a, b, c)
truth.sum().backward()
print(truth, a.grad is not None)
