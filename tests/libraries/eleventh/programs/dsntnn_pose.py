import torch
from torch import nn
import dsntnn


class CoordRegressionNetwork(nn.Module):
    def __init__(self, n_locations):
        super().__init__()
        self.fcn = nn.Sequential(nn.Conv2d(3, 16, 3, padding=1), nn.ReLU(), nn.Conv2d(16, 16, 3, padding=1))
        self.hm_conv = nn.Conv2d(16, n_locations, kernel_size=1, bias=False)

    def forward(self, images):
        heatmaps = dsntnn.flat_softmax(self.hm_conv(self.fcn(images)))
        return dsntnn.dsnt(heatmaps), heatmaps


model = CoordRegressionNetwork(n_locations=2)
compiled = torch.compile(model)


@torch.compile
def losses(coords, heatmaps, target):
    euc = dsntnn.euclidean_losses(coords, target)
    reg = dsntnn.js_reg_losses(heatmaps, target, sigma_t=1.0)
    return dsntnn.average_loss(euc + reg)


coords, heatmaps = compiled(torch.rand(2, 3, 24, 24))
loss = losses(coords, heatmaps, torch.zeros(2, 2, 2))
loss.backward()
print(loss.item())
