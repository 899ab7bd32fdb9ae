import torch
from weaver.nn.model.ParticleTransformer import ParticleTransformer

model = ParticleTransformer(
    input_dim=5, num_classes=3, pair_input_dim=4, embed_dims=[16, 16], pair_embed_dims=[8, 8], num_heads=2, num_layers=2, num_cls_layers=1, fc_params=[], trim=False
)
compiled = torch.compile(model)
momenta = torch.rand(2, 4, 10) + torch.tensor([0.0, 0.0, 0.0, 3.0])[None, :, None]
mask = torch.ones(2, 1, 10)
mask[1, :, 7:] = 0
out = compiled(torch.randn(2, 5, 10), v=momenta, mask=mask)
out.sum().backward()
print(out.shape)
