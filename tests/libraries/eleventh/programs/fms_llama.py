import torch
from fms.models.llama import LLaMA, LLaMAConfig

config = LLaMAConfig(src_vocab_size=64, emb_dim=32, nheads=4, kvheads=2, nlayers=2, multiple_of=16, max_expected_seq_len=64)
model = LLaMA(config).eval()
model.reset_parameters()
compiled = torch.compile(model)
with torch.no_grad():
    logits, cache = compiled(torch.randint(1, 64, (1, 12)), use_cache=True)
    step, _ = compiled(torch.randint(1, 64, (1, 1)), past_key_value_states=cache, use_cache=True)
print(logits.shape, step.shape)
