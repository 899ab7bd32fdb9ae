import torch
from momentfm.models.layers.embed import PatchEmbedding, Patching
from momentfm.models.layers.revin import RevIN
from momentfm.utils.masking import Masking

torch.manual_seed(0)
revin, patching, embedding, masking = RevIN(num_features=1, affine=False), Patching(patch_len=8, stride=8), PatchEmbedding(d_model=16, seq_len=64, patch_len=8, stride=8, patch_dropout=0.1), Masking(mask_ratio=0.3, patch_len=8)


@torch.compile
def embed(series, input_mask):
    mask = masking.generate_mask(x=series, input_mask=input_mask)
    x = revin(x=series, mask=mask * input_mask, mode="norm")
    return embedding(patching(torch.nan_to_num(x)), mask=mask)


out = embed(torch.randn(2, 1, 64), torch.ones(2, 64))
out.mean().backward()
print(out.shape)
