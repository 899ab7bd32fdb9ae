import torch
from label_relaxation import MixupLabelRelaxationLoss

criterion = torch.compile(MixupLabelRelaxationLoss(alpha=0.1))
logits = torch.randn(8, 5, requires_grad=True)
loss = criterion(logits, torch.randint(0, 5, (8,)), torch.randint(0, 5, (8,)), 0.3)
loss.backward()
print(loss.item())
