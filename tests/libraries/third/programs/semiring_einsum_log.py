import torch
import torch_semiring_einsum

equation = torch_semiring_einsum.compile_equation("bik,bkj->bij")


@torch.compile
def forward_scores(a, b):
    return torch_semiring_einsum.log_einsum(equation, a, b, block_size=5).logsumexp(-1).sum()


a = torch.randn(2, 3, 4, requires_grad=True)
forward_scores(a, torch.randn(2, 4, 5)).backward()
