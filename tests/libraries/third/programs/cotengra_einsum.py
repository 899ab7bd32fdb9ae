import cotengra as ctg
import torch

tree = ctg.einsum_tree("ab,bc,cd->ad", (3, 4), (4, 5), (5, 6))
contract = torch.compile(lambda *arrays: tree.contract(arrays))
a = torch.randn(3, 4, requires_grad=True)
contract(a, torch.randn(4, 5), torch.randn(5, 6)).sum().backward()
einsum = torch.compile(lambda x, y: ctg.einsum("ij,jk->ik", x, y))
print(einsum(torch.randn(2, 3), torch.randn(3, 2)))
