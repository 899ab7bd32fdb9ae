import torch
from pytorchcv.model_provider import get_model

model = torch.compile(get_model("ghostnet", pretrained=False).eval())
with torch.no_grad():
    model(torch.randn(1, 3, 224, 224))
