import torch
import vbll
from torch import nn

body = nn.Sequential(nn.Linear(4, 8), nn.ReLU())
head = vbll.DiscClassification(8, 3, regularization_weight=0.1, return_ood=True)
optimizer = torch.optim.AdamW([*body.parameters(), *head.parameters()], lr=1e-3)


@torch.compile
def train_step(x, y):
    optimizer.zero_grad()
    out = head(body(x))
    loss = out.train_loss_fn(y)
    loss.backward()
    torch.nn.utils.clip_grad_norm_(body.parameters(), 1.0)
    optimizer.step()
    return loss, out.predictive.probs, out.ood_scores


train_step(torch.randn(6, 4), torch.randint(0, 3, (6,)))
