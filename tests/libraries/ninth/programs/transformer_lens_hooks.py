import torch
from transformer_lens import HookedTransformer, HookedTransformerConfig

torch.manual_seed(0)
model = HookedTransformer(HookedTransformerConfig(n_layers=2, d_model=16, n_ctx=12, d_head=8, n_heads=2, d_mlp=32, d_vocab=20, act_fn="gelu", seed=0, device="cpu"))
compiled = torch.compile(model)
tokens = torch.randint(0, 20, (2, 8))
loss = compiled(tokens, return_type="loss")
loss.backward()


@torch.compile
def attention_patterns(tokens):
    _, cache = model.run_with_cache(tokens, names_filter=lambda name: name.endswith("pattern"))
    return torch.stack([cache["pattern", layer] for layer in range(2)])


print(loss.item(), attention_patterns(tokens).shape)
