import torch
from super_image import EdsrConfig, EdsrModel

model = EdsrModel(EdsrConfig(scale=2, n_resblocks=2, n_feats=8))
compiled = torch.compile(model)
optimizer = torch.optim.Adam(model.parameters())
out = compiled(torch.rand(1, 3, 16, 16) * 255)
torch.nn.functional.l1_loss(out, torch.rand(1, 3, 32, 32)).backward()
optimizer.step()
