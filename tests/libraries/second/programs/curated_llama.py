import torch
from curated_transformers.layers.attention import AttentionMask
from curated_transformers.models import LlamaCausalLM, LlamaConfig

config = LlamaConfig(hidden_width=16, intermediate_width=32, n_query_heads=2, n_key_value_heads=2, n_hidden_layers=1, n_pieces=32)
model = torch.compile(LlamaCausalLM(config).eval())
ids = torch.randint(0, 32, (1, 6))
with torch.no_grad():
    out = model(ids, AttentionMask(torch.ones_like(ids).bool()), store_cache=True)
    model(ids[:, :1], AttentionMask(torch.ones(1, 7).bool()), cache=out.cache)
