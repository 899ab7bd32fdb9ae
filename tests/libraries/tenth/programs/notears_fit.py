import torch
from notears_pytorch import NotearsModel, notears_linear

model = NotearsModel(5)
compiled = torch.compile(model)
x = torch.randn(40, 5)
out = compiled(x)
print(out.shape if torch.is_tensor(out) else type(out))
fit = torch.compile(notears_linear)
print(type(fit(x.numpy(), outer_iter=2, inner_iter=3)))
