import torch
from highresnet import HighRes2DNet, HighRes3DNet

model = torch.compile(HighRes3DNet(in_channels=1, out_channels=4, initial_out_channels_power=2, layers_per_residual_block=1,
                                   residual_blocks_per_dilation=1))
print(model(torch.rand(1, 1, 12, 12, 12)).shape)
flat = torch.compile(HighRes2DNet(in_channels=1, out_channels=3, residual_blocks_per_dilation=1))
print(flat(torch.rand(1, 1, 24, 24)).shape)
