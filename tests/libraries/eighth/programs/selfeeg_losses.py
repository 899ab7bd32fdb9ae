import torch
from selfeeg import losses, models

encoder = models.ShallowNetEncoder(8, 128) if hasattr(models, "ShallowNetEncoder") else torch.nn.Sequential(torch.nn.Flatten(), torch.nn.Linear(1024, 32))
projector = torch.nn.LazyLinear(16)
with torch.no_grad():
    projector(encoder(torch.randn(2, 8, 128)).flatten(1))


@torch.compile
def loss_of(first, second):
    z1, z2 = projector(encoder(first).flatten(1)), projector(encoder(second).flatten(1))
    return losses.vicreg_loss(z1, z2) + losses.barlow_loss(z1, z2) + losses.simclr_loss(torch.cat([z1, z2]))


loss = loss_of(torch.randn(6, 8, 128), torch.randn(6, 8, 128))
loss.backward()
print(loss.item())
