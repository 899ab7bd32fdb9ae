import torch
from torch import nn
from slices import StackedSLiCE

model = StackedSLiCE(num_layers=2, data_dim=40, hidden_dim=16, label_dim=40, tokens=True, block_size=4, diagonal_dense=False)
optimizer = torch.optim.AdamW(model.parameters(), lr=1e-3)


@torch.compile
def train(tokens):
    logits = model(tokens[:, :-1])
    loss = nn.functional.cross_entropy(logits.transpose(1, 2), tokens[:, 1:])
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss


print(train(torch.randint(0, 40, (2, 13))).item())
