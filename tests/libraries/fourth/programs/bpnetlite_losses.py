import torch
from bpnetlite.losses import MNLLLoss, log1pMSELoss


@torch.compile
def loss(logps, counts, predicted):
    return MNLLLoss(torch.log_softmax(logps, -1), counts).mean() + log1pMSELoss(predicted, counts.sum(-1, keepdim=True)).mean()


loss(torch.randn(4, 20, requires_grad=True), torch.randint(0, 5, (4, 20)).float(), torch.rand(4, 1)).backward()
