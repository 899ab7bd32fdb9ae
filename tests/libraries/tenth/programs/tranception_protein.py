import torch
from tranception_pytorch import Tranception

model = Tranception(dim=32, depth=2, heads=8, dim_head=8)
compiled = torch.compile(model)
amino_acids = torch.randint(0, 21, (1, 24))
logits = compiled(amino_acids)
loss = torch.nn.functional.cross_entropy(logits[:, :-1].transpose(1, 2), amino_acids[:, 1:])
loss.backward()
print(logits.shape)
