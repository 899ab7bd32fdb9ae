import tensornetwork as tn
import torch

tn.set_default_backend("pytorch")


@torch.compile
def contract(a, b):
    left, right = tn.Node(a), tn.Node(b)
    left[1] ^ right[0]
    return tn.contract_between(left, right).tensor


a = torch.randn(3, 4, requires_grad=True)
contract(a, torch.randn(4, 5)).sum().backward()
