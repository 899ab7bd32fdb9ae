import torch
from glow import Glow

model = Glow(3, 2, 1, affine_coupling=True, grad_checkpoint=False).eval()
with torch.no_grad():
    model(torch.rand(1, 3, 16, 16))
    zs = [torch.randn(2, *shape) * 0.7 for shape in model.get_latent_shapes((3, 16, 16))]
    sample = torch.compile(model.reverse)(zs)
print(sample.shape)
