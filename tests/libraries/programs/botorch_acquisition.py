import torch
from botorch.acquisition import LogExpectedImprovement, UpperConfidenceBound
from botorch.models import SingleTaskGP

train_x = torch.rand(8, 2, dtype=torch.double)
train_y = 1 - (train_x - 0.5).norm(dim=-1, keepdim=True)
gp = SingleTaskGP(train_x, train_y).eval()
ei = torch.compile(LogExpectedImprovement(gp, best_f=train_y.max()))
ucb = torch.compile(UpperConfidenceBound(gp, beta=0.1))
candidates = torch.rand(5, 1, 2, dtype=torch.double)
print(ei(candidates).shape, ucb(candidates).shape)
