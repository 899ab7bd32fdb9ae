import torch
from torch import nn
from quantus.helpers.utils import get_baseline_value
from quantus.helpers.model.pytorch_model import PyTorchModel

torch.manual_seed(0)
net = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(4 * 36, 3)).eval()
wrapped = PyTorchModel(net, channel_first=True, softmax=True)
predict = torch.compile(wrapped.predict)
print(predict(torch.rand(2, 1, 8, 8).numpy()).shape)
