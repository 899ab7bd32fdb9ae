import torch
from spliceai_pytorch.spliceai_pytorch import SpliceAI_80nt, SpliceAI_400nt

small, middle = torch.compile(SpliceAI_80nt()), torch.compile(SpliceAI_400nt())
sequence = torch.nn.functional.one_hot(torch.randint(0, 4, (1, 600)), 4).float().transpose(1, 2)
print(small(sequence).shape, middle(sequence).shape)
