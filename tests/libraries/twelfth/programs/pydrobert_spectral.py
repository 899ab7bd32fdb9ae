import torch
from pydrobert.torch.layers import HardOptimalCompletionDistillationLoss, SpecAugment

augment = torch.compile(SpecAugment(max_time_warp=0.0, max_freq_mask=4))
print(augment(torch.rand(2, 30, 10)).shape)
ocd = torch.compile(HardOptimalCompletionDistillationLoss(eos=0))
logits = torch.randn(6, 2, 8, requires_grad=True)
loss = ocd(logits, torch.randint(1, 8, (5, 2)), torch.randint(1, 8, (6, 2)))
loss.backward()
print(loss.item())
