import torch
from cw_torch.metric import cw, cw_normality
from cw_torch.gamma import silverman_rule_of_thumb_sample


@torch.compile
def loss(sample, target):
    gamma = silverman_rule_of_thumb_sample(target)
    return cw(sample, target, gamma) + cw_normality(sample, gamma)


sample = torch.randn(32, 8, requires_grad=True)
value = loss(sample, torch.randn(32, 8))
value.backward()
print(value.item())
