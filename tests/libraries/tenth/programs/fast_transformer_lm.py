import torch
import torch.nn.functional as F
from fast_transformer_pytorch import FastTransformer

model = FastTransformer(num_tokens=64, dim=32, depth=2, max_seq_len=32, heads=2, dim_head=16, absolute_pos_emb=True)


@torch.compile
def loss_of(ids, mask):
    logits = model(ids, mask=mask)
    return F.cross_entropy(logits.transpose(1, 2), ids)


ids = torch.randint(0, 64, (2, 32))
loss = loss_of(ids, torch.ones(2, 32).bool())
loss.backward()
print(loss.item())
