import torch
from transformer_lens import HookedTransformer, HookedTransformerConfig

torch.manual_seed(0)
model = HookedTransformer(HookedTransformerConfig(n_layers=1, d_model=16, n_ctx=12, d_head=8, n_heads=2, attn_only=True, d_vocab=20, seed=0, device="cpu"))


def ablate(z, hook):
    z[:, :, 1] = 0.0
    return z


@torch.compile
def ablated(tokens):
    logits = model.run_with_hooks(tokens, fwd_hooks=[("blocks.0.attn.hook_z", ablate)])
    return logits[:, -1].log_softmax(-1)


tokens = torch.randint(0, 20, (2, 8))
with torch.no_grad():
    print(ablated(tokens).shape, (ablated(tokens) - model(tokens)[:, -1].log_softmax(-1)).abs().max())
