import torch
from kan import KAN

model = KAN(width=[2, 4, 1], grid=3, k=3, seed=0, auto_save=False)
compiled = torch.compile(model)
x = torch.rand(16, 2) * 2 - 1
loss = torch.nn.functional.mse_loss(compiled(x), torch.sin(x[:, :1]) + x[:, 1:] ** 2)
loss.backward()
