import torch
from allrank.models.losses import approxNDCGLoss, lambdaLoss, listMLE, listNet, neuralNDCG

scorer = torch.nn.Sequential(torch.nn.Linear(6, 16), torch.nn.ReLU(), torch.nn.Linear(16, 1))


@torch.compile
def loss(x, y):
    scores = scorer(x).squeeze(-1)
    return listMLE(scores, y) + listNet(scores, y) + approxNDCGLoss(scores, y)


x, y = torch.randn(2, 5, 6), torch.randint(0, 3, (2, 5)).float()
loss(x, y).backward()
torch.compile(lambdaLoss)(scorer(x).squeeze(-1), y, weighing_scheme="ndcgLoss2_scheme").backward()
torch.compile(neuralNDCG)(scorer(x).squeeze(-1), y).backward()
