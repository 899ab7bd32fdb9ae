import torch
from clifra import make_algebra

algebra = make_algebra(3, 0, device="cpu")
vectors = algebra.layout((1,))
products = algebra.plan_product(op="gp", left_layout=vectors, right_layout=vectors, output_layout=algebra.layout((0, 2)))
compiled = torch.compile(products)
left = torch.randn(8, vectors.dim, requires_grad=True)
out = compiled(left, torch.randn(8, vectors.dim))
out.sum().backward()
print(out.shape)
