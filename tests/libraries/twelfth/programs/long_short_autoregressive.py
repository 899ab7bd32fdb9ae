import torch
from long_short_transformer import LongShortTransformer
from long_short_transformer.autoregressive_wrapper import AutoregressiveWrapper

model = LongShortTransformer(num_tokens=50, dim=16, depth=1, heads=2, dim_head=8, max_seq_len=32, window_size=8, r=1, segment_size=8, causal=True)
model = AutoregressiveWrapper(model)
train = torch.compile(model)
opt = torch.optim.Adam(model.parameters())
for _ in range(2):
    loss = train(torch.randint(0, 50, (2, 33)))
    loss.backward()
    opt.step()
    opt.zero_grad()
print(loss.item())
