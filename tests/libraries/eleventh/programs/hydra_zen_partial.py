import torch
from torch import nn
from hydra_zen import builds, instantiate, make_custom_builds_fn

pbuilds = make_custom_builds_fn(zen_partial=True, populate_full_signature=True)


def hinge(logits, target, margin=1.0):
    return (margin - logits * target).clamp(min=0).mean()


loss_fn = instantiate(pbuilds(hinge, margin=0.5))
compiled = torch.compile(loss_fn)
print(compiled(torch.randn(8), torch.randn(8).sign()).item())


@torch.compile
def build_and_run(x):
    layer = instantiate(builds(nn.Softplus, beta=2.0))
    return layer(x).sum()


print(build_and_run(torch.randn(5)).item())
