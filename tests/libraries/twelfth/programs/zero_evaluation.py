import torch
from torch import nn
import zero

model = nn.Sequential(nn.Linear(4, 8), zero.nn.Lambda(torch.relu), nn.Dropout(0.5), nn.Linear(8, 2))


@torch.compile
@zero.evaluation(model)
def predict(x):
    return model(x).softmax(-1)


print(predict(torch.randn(3, 4)))
