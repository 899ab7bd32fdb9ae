import torch
from gliner.modeling.layers import CrossFuser, LstmSeq2SeqEncoder
from gliner.modeling.span_rep import SpanRepLayer

fuser = CrossFuser(16, 16, num_heads=2, num_layers=1, schema="l2l-l2t")
spans = SpanRepLayer(16, max_width=3, span_mode="markerV0", dropout=0.1)
starts = torch.arange(6)[:, None] + torch.zeros(3, dtype=torch.long)
index = torch.stack([starts, (starts + torch.arange(3)).clamp(max=5)], -1).reshape(1, -1, 2).expand(2, -1, -1)


@torch.compile
def score(words, labels, word_mask, label_mask):
    words, labels = fuser(words, labels, word_mask, label_mask)
    return torch.einsum("BLKD,BCD->BLKC", spans(words, index), labels)


mask = torch.ones(2, 6)
mask[1, 4:] = 0
score(torch.randn(2, 6, 16), torch.randn(2, 4, 16), mask, torch.ones(2, 4)).sum().backward()
