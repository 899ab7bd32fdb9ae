import torch
from pytorch_transformers import AdamW, GPT2Config, GPT2LMHeadModel, WarmupLinearSchedule

config = GPT2Config(vocab_size_or_config_json_file=50, n_positions=32, n_ctx=32, n_embd=16, n_layer=2, n_head=2)
model = GPT2LMHeadModel(config)
optimizer = AdamW(model.parameters(), lr=1e-3, correct_bias=False)
scheduler = WarmupLinearSchedule(optimizer, warmup_steps=1, t_total=10)
compiled = torch.compile(model)
tokens = torch.randint(0, 50, (2, 12))
for _ in range(2):
    loss = compiled(tokens, labels=tokens)[0]
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 1.0)
    optimizer.step()
    scheduler.step()
    optimizer.zero_grad()
print(loss.item())
