import torch
from muse_maskgit_pytorch.muse_maskgit_pytorch import Attention, TransformerBlocks, cosine_schedule, top_k
from muse_maskgit_pytorch.vqgan_vae import VQGanVAE

torch.manual_seed(0)
blocks = TransformerBlocks(dim=16, depth=2, dim_head=8, heads=2, ff_mult=2)


@torch.compile
def refine(tokens, context, step):
    ratio = cosine_schedule(step)
    hidden = blocks(tokens, context=context)
    return top_k(hidden, 0.5) * ratio


out = refine(torch.randn(2, 6, 16), torch.randn(2, 4, 16), torch.tensor(0.3))
print(out.shape)
