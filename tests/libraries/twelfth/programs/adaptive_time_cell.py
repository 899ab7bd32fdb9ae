import torch
from pytorch_adaptive_computation_time.models import AdaptiveRNNCell

cell = AdaptiveRNNCell(input_size=4, hidden_size=6, time_penalty=1e-2, time_limit=4)
optimizer = torch.optim.Adam(cell.parameters())


@torch.compile
def step(x):
    hidden, cost, steps = cell(x)
    loss = hidden.square().mean() + cost
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
    return loss, steps


print(step(torch.randn(3, 4)))
