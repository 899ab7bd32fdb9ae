import torch
from partial_tagger.crf import functional as crf
from partial_tagger.crf.nn import CRF
from torch import nn

torch.manual_seed(0)
tags = 5
encoder, layer = nn.Linear(12, tags), CRF(tags)


@torch.compile
def loss_of(features, tag_bitmap, mask):
    potentials = layer(encoder(features), mask)
    return crf.marginal_log_likelihood(potentials, tag_bitmap, mask).sum().neg()


@torch.compile
def best_tags(features, mask):
    return crf.decode(layer(encoder(features), mask))


features = torch.randn(2, 9, 12)
mask = torch.ones(2, 9, dtype=torch.bool)
mask[1, 6:] = False
bitmap = crf.to_tag_bitmap(torch.randint(0, tags, (2, 9)), num_tags=tags)
loss = loss_of(features, bitmap, mask)
loss.backward()
print(loss.item(), best_tags(features, mask)[1])
