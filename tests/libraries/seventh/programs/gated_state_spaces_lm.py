import torch
from gated_state_spaces_pytorch import GatedStateSpacesLM
from gated_state_spaces_pytorch.autoregressive_wrapper import AutoregressiveWrapper

model = GatedStateSpacesLM(num_tokens=64, dim=32, depth=2, dss_kernel_N=32, dss_kernel_H=16)
model = AutoregressiveWrapper(model, max_seq_len=48)
optimizer = torch.optim.Adam(model.parameters(), lr=2e-4)
compiled = torch.compile(model)

for _ in range(3):
    loss = compiled(torch.randint(0, 64, (2, 49)))
    loss.backward()
    torch.nn.utils.clip_grad_norm_(model.parameters(), 0.5)
    optimizer.step()
    optimizer.zero_grad()
print(loss.item())
