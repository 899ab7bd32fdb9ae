import modelopt.torch.quantization as mtq
import torch
from torch import nn

torch.manual_seed(0)
model = nn.Sequential(nn.Linear(32, 64), nn.ReLU(), nn.Linear(64, 8)).eval()
calibration = [torch.randn(4, 32) for _ in range(3)]


def forward_loop(model):
    for batch in calibration:
        model(batch)


model = mtq.quantize(model, mtq.INT8_DEFAULT_CFG, forward_loop)
compiled = torch.compile(model)
with torch.no_grad():
    print(compiled(torch.randn(4, 32)).shape)
