import torch
from fastica_torch import FastICA

t = torch.linspace(0, 8, 200)
sources = torch.stack([torch.sin(2 * t), torch.sign(torch.sin(3 * t)), torch.rand(200)], dim=1)
X = sources @ torch.randn(3, 5) + 0.01 * torch.randn(200, 5)
ica = FastICA(n_components=3, max_iter=20, random_state=42)
fit_transform = torch.compile(ica.fit_transform)
S = fit_transform(X)
transform = torch.compile(ica.transform)
print(S.shape, transform(torch.randn(10, 5)).shape, torch.compile(ica.inverse_transform)(S).shape)
