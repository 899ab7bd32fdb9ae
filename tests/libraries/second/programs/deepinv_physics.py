import deepinv as dinv
import torch

physics = dinv.physics.Inpainting((1, 16, 16), mask=0.5, noise_model=dinv.physics.GaussianNoise(0.1))
denoiser = dinv.models.DnCNN(1, 1, depth=3, nf=8, pretrained=None)
model = dinv.models.ArtifactRemoval(denoiser)
loss = dinv.loss.SupLoss()


@torch.compile
def step(x):
    y = physics(x)
    x_net = model(y, physics)
    return loss(x_net=x_net, x=x, y=y, physics=physics, model=model).mean()


step(torch.rand(2, 1, 16, 16)).backward()
