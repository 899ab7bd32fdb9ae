import torch
from torch import nn
from torchmetrics import MeanSquaredError, MetricCollection, R2Score

model = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 1))
metrics = MetricCollection([MeanSquaredError(), R2Score()])


@torch.compile
def validate(x, y):
    prediction = model(x).squeeze(-1)
    metrics.update(prediction, y)
    return prediction


with torch.no_grad():
    for _ in range(2):
        validate(torch.randn(16, 8), torch.randn(16))
print(metrics.compute())
