import torch
from pytorch_partial_crf import PartialCRF

model = PartialCRF(num_tags=5)
loss = torch.compile(model)
emissions = torch.randn(2, 6, 5, requires_grad=True)
tags = torch.tensor([[0, -1, 2, 3, -1, 1], [4, 2, -1, -1, 0, 0]])
loss(emissions, tags).backward()
