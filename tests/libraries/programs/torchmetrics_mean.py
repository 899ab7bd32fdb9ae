import torch
from torch import nn
from torchmetrics import MeanMetric
from torchmetrics.text import Perplexity

embed, head = nn.Embedding(32, 16), nn.Linear(16, 32)
running, perplexity = MeanMetric(), Perplexity(ignore_index=0)


@torch.compile
def step(tokens):
    logits = head(embed(tokens[:, :-1]))
    loss = nn.functional.cross_entropy(logits.flatten(0, 1), tokens[:, 1:].flatten())
    running.update(loss)
    perplexity.update(logits, tokens[:, 1:])
    return loss


with torch.no_grad():
    for _ in range(2):
        step(torch.randint(0, 32, (2, 9)))
print(running.compute(), perplexity.compute())
