import torch
from outlines_core import Guide, Index, Vocabulary
from outlines_core.kernels.torch import allocate_token_bitmask, apply_token_bitmask_inplace, fill_next_token_bitmask

vocabulary = Vocabulary(12, {str(d): [d] for d in range(10)} | {"a": [10], "b": [11]})
guide = Guide(Index("[0-9]{3}", vocabulary))
mask = allocate_token_bitmask(13)
weights = torch.randn(8, 13)


@torch.compile
def next_token(hidden):
    logits = hidden @ weights
    fill_next_token_bitmask(guide, mask)
    apply_token_bitmask_inplace(logits, mask)
    return logits.argmax(-1)


for _ in range(2):
    token = next_token(torch.randn(1, 8)).item()
    guide.advance(token)
    print(token)
