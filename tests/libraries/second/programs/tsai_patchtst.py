import torch
from tsai.models.PatchTST import PatchTST

model = PatchTST(c_in=3, c_out=3, seq_len=32, pred_dim=8, n_layers=1, d_model=16, n_heads=2, d_ff=32, patch_len=8, stride=4)
compiled = torch.compile(model)
optimizer = torch.optim.Adam(model.parameters())
for _ in range(2):
    loss = torch.nn.functional.mse_loss(compiled(torch.randn(2, 3, 32)), torch.randn(2, 3, 8))
    loss.backward()
    optimizer.step()
    optimizer.zero_grad()
