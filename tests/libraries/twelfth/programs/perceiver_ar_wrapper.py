import torch
from perceiver_ar_pytorch import PerceiverAR
from perceiver_ar_pytorch.autoregressive_wrapper import AutoregressiveWrapper

model = AutoregressiveWrapper(PerceiverAR(num_tokens=60, dim=16, depth=1, dim_head=64, heads=2, max_seq_len=32, cross_attn_seq_len=16))
opt = torch.optim.Adam(model.parameters(), lr=1e-3)


@torch.compile
def step(data):
    loss = model(data)
    loss.backward()
    opt.step()
    opt.zero_grad()
    return loss


print(step(torch.randint(0, 60, (2, 33))).item())
