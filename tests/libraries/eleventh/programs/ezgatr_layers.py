import torch
from torch import nn
from ezgatr.interfaces import point
from ezgatr.nn import EquiLinear, EquiRMSNorm
from ezgatr.nn.functional import equi_join, geometric_product, scaler_gated_gelu


class SimplePGAMixer(nn.Module):
    def __init__(self, channels=4):
        super().__init__()
        self.up, self.down, self.norm = EquiLinear(1, channels), EquiLinear(2 * channels, 1), EquiRMSNorm(channels)

    def forward(self, points):
        x = self.norm(self.up(point.encode(points).unsqueeze(-2)))
        mixed = torch.cat([geometric_product(x, x.flip(-2)), equi_join(x, x.flip(-2))], dim=-2)
        return point.decode(self.down(scaler_gated_gelu(mixed)).squeeze(-2))


mixer = torch.compile(SimplePGAMixer())
print(mixer(torch.randn(3, 12, 3)).shape)
