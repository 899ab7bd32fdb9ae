import torch
from pykeen.nn.modules import DistMultInteraction, TransEInteraction
from torch import nn

entities, relations = nn.Embedding(10, 8), nn.Embedding(4, 8)
transe, distmult = TransEInteraction(p=2), DistMultInteraction()


@torch.compile
def score(h, r, t):
    h, r, t = entities(h), relations(r), entities(t)
    return transe(h, r, t) + distmult(h, r, t)


score(torch.randint(0, 10, (6,)), torch.randint(0, 4, (6,)), torch.randint(0, 10, (6,))).sum().backward()
