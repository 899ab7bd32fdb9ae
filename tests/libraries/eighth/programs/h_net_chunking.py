import torch
from h_net_dynamic_chunking.h_net_dynamic_chunking import DynamicSequenceChunker
from torch import nn

downsampler = DynamicSequenceChunker(dim=16, target_avg_token_length=4.0)
inner = nn.TransformerEncoderLayer(16, 2, 32, batch_first=True)


def hierarchical(tokens):
    downsampled, upsample_fn, aux_loss = downsampler(tokens)
    return upsample_fn(inner(downsampled)), aux_loss


compiled = torch.compile(hierarchical)
tokens = torch.randn(2, 24, 16)
out, aux_loss = compiled(tokens)
(out.mean() + aux_loss).backward()
print(out.shape, aux_loss.item())
