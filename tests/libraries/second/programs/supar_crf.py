import torch
from supar.structs import LinearChainCRF, MatrixTree

emissions, transitions = torch.randn(2, 6, 4, requires_grad=True), torch.randn(5, 5, requires_grad=True)


@torch.compile
def nll(emissions, target):
    crf = LinearChainCRF(emissions, transitions, lens=torch.tensor([6, 4]))
    return -crf.log_prob(target).sum()


nll(emissions, torch.randint(0, 4, (2, 6))).backward()
