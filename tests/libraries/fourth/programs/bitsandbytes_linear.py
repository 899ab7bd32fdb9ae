import bitsandbytes as bnb
import torch
from torch import nn

fp = nn.Linear(64, 64)
layer = bnb.nn.Linear4bit(64, 64, compute_dtype=torch.float32, quant_type="nf4")
layer.load_state_dict(fp.state_dict())
layer = layer.to("cpu")
model = torch.compile(nn.Sequential(layer, nn.ReLU()))
print(model(torch.randn(4, 64)).shape)
