import torch
from lassonet.model import LassoNet
from torch import nn

model = LassoNet(10, 16, 3, dropout=0.1)
optimizer = torch.optim.SGD(model.parameters(), lr=1e-2, momentum=0.9)
x, y = torch.randn(32, 10), torch.randint(0, 3, (32,))


@torch.compile
def epoch(lambda_):
    optimizer.zero_grad()
    loss = nn.functional.cross_entropy(model(x), y) + 1e-3 * model.l2_regularization()
    loss.backward()
    optimizer.step()
    model.prox(lambda_=lambda_ * optimizer.param_groups[0]["lr"], M=10)
    return loss.item() + lambda_ * model.l1_regularization_skip().item()


for lambda_ in (0.1, 0.5):
    print(epoch(lambda_))
print(model.selected_count(), model.input_mask())
