"""A mixture-of-experts layer and the training step around it, compiled as a whole."""

import logging

import torch
import torch.nn.functional as F
from torch import nn

logger = logging.getLogger(__name__)


class Router(nn.Module):
    def __init__(self, hidden: int, experts: int):
        super().__init__()
        self.gate = nn.Linear(hidden, experts, bias=False)

    def forward(self, tokens):
        logits = self.gate(tokens)
        if torch.isnan(logits).any():
            raise ValueError("the router produced NaN")
        return F.softmax(logits, dim=-1).max(dim=-1)


class Mixture(nn.Module):
    def __init__(self, hidden: int = 64, experts: int = 4):
        super().__init__()
        self.router = Router(hidden, experts)
        self.experts = nn.ModuleList(nn.Linear(hidden, hidden) for _ in range(experts))

    def forward(self, tokens):
        weight, choice = self.router(tokens)
        out = torch.zeros_like(tokens)
        for i, expert in enumerate(self.experts):
            rows = (choice == i).nonzero().squeeze(-1)
            if rows.shape[0] > 0:
                out[rows] = weight[rows, None] * expert(tokens[rows])
        return out


@torch.compile
def training_step(model, tokens, target):
    loss = F.mse_loss(model(tokens), target)
    logger.info("loss %.4f", loss.item())
    return loss


if __name__ == "__main__":
    model = Mixture()
    print(training_step(model, torch.randn(8, 64), torch.randn(8, 64)))
