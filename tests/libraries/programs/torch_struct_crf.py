import torch
import torch_struct
from torch import nn

emit = nn.Linear(8, 9)


@torch.compile
def nll(x, lengths, labels):
    potentials = emit(x).view(2, 5, 3, 3)
    dist = torch_struct.LinearChainCRF(potentials, lengths=lengths)
    return -dist.log_prob(torch_struct.LinearChainCRF.struct.to_parts(labels, 3, lengths=lengths).type_as(potentials)).mean()


nll(torch.randn(2, 5, 8), torch.tensor([6, 6]), torch.randint(0, 3, (2, 6))).backward()
