import deepinv as dinv
import torch

physics = dinv.physics.Denoising(dinv.physics.GaussianNoise(0.1))
model = dinv.models.ArtifactRemoval(dinv.models.UNet(1, 1, scales=2))
loss = dinv.loss.SureGaussianLoss(sigma=0.1)


@torch.compile
def train_loss(y):
    x_net = model(y, physics)
    return loss(y=y, x_net=x_net, physics=physics, model=model).mean()


train_loss(torch.rand(2, 1, 16, 16)).backward()
