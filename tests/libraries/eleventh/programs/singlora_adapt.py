import torch
from torch import nn
from singlora import SingLoRALayer, apply_singlora_to_model


class Block(nn.Module):
    def __init__(self, dim=16):
        super().__init__()
        self.query, self.key, self.value = (nn.Linear(dim, dim) for _ in range(3))

    def forward(self, x):
        return nn.functional.scaled_dot_product_attention(self.query(x), self.key(x), self.value(x))


model = nn.Sequential(Block(), nn.Linear(16, 2))
apply_singlora_to_model(model, rank=4, alpha=8.0, ramp_up_steps=100)
compiled = torch.compile(model)
optimizer = torch.optim.AdamW([p for p in model.parameters() if p.requires_grad], 1e-2)
for _ in range(2):
    loss = compiled(torch.randn(2, 6, 16)).pow(2).mean()
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss.item())
