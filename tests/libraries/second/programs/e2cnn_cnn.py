import torch
from e2cnn import gspaces, nn

r2 = gspaces.Rot2dOnR2(N=4)
in_type, hidden = nn.FieldType(r2, [r2.trivial_repr]), nn.FieldType(r2, 2 * [r2.regular_repr])
model = nn.SequentialModule(nn.R2Conv(in_type, hidden, kernel_size=3, padding=1), nn.InnerBatchNorm(hidden), nn.ReLU(hidden), nn.PointwiseAvgPool(hidden, 2), nn.GroupPooling(hidden))
compiled = torch.compile(lambda x: model(nn.GeometricTensor(x, in_type)).tensor)
compiled(torch.randn(2, 1, 12, 12)).mean().backward()
