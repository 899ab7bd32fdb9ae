import torch
from peptdeep.model.ms2 import ModelMS2Bert

torch.manual_seed(0)
elements = 109
model = ModelMS2Bert(charged_frag_types=["b_z1", "b_z2", "y_z1", "y_z2"], nlayers=1, hidden=256)
compiled = torch.compile(model)
n = 3
out = compiled(torch.randint(1, 27, (n, 9)), torch.zeros(n, 9, elements), torch.full((n, 1), 0.2), torch.full((n, 1), 0.3), torch.zeros(n, dtype=torch.long))
loss = torch.nn.functional.l1_loss(out, torch.rand_like(out))
loss.backward()
print(out.shape, loss.item())
