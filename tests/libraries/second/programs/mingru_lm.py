import torch
from minGRU_pytorch.minLM import minLM

model = minLM(num_tokens=32, dim=16, depth=2)
optimizer = torch.optim.Adam(model.parameters())
compiled = torch.compile(model)
for _ in range(2):
    compiled(torch.randint(0, 32, (2, 12)), return_loss=True).backward()
    optimizer.step()
    optimizer.zero_grad()
with torch.no_grad():
    compiled(torch.randint(0, 32, (2, 4)), return_prev_hiddens=True)
