import torch
from gon_pytorch import GON, GaussianFourierFeatureTransform, ImplicitDecoder, LinearBlockFactory

decoder = ImplicitDecoder(latent_dim=8, out_dim=1, hidden_dim=16, num_layers=2, block_factory=LinearBlockFactory(),
                          pos_encoder=GaussianFourierFeatureTransform(2, mapping_size=8))
model = GON(decoder)
coords = torch.stack(torch.meshgrid(torch.linspace(-1, 1, 6), torch.linspace(-1, 1, 6), indexing="ij"), -1).view(1, 36, 2).repeat(2, 1, 1)
target = torch.rand(2, 36, 1)
optimizer = torch.optim.Adam(model.parameters(), 1e-3)
forward = torch.compile(model)
latent, inner = model.infer_latents(coords, target)
loss = model.loss_outer(forward(coords, latent), target)
loss.backward()
optimizer.step()
print(loss.item(), inner.item())
