import torch
from torch_efficient_distloss import eff_distloss, eff_distloss_native, flatten_eff_distloss

logits = torch.randn(8, 16, requires_grad=True)
m = torch.linspace(0, 1, 17)[:-1].expand(8, 16) + 1 / 32


@torch.compile
def loss_fn(logits):
    w = logits.softmax(-1)
    return eff_distloss_native(w, m, 1 / 16) + 0.01 * eff_distloss(w, m, 1 / 16)


loss = loss_fn(logits)
loss.backward()
print(loss.item(), logits.grad.shape)
