import torch
from perslay import PerslayRegressor

model = PerslayRegressor(image_size=(6, 6), image_bnds=((0.0, 1.0), (0.0, 1.0)), sigma_x=0.1, sigma_y=0.1, hidden_dim=16)
compiled = torch.compile(model)
diagrams = torch.rand(3, 8, 2).sort(-1).values
mask = torch.ones(3, 8).bool()
out = compiled(diagrams, mask)
out.sum().backward()
print(out.shape)
