import torch
from torch import nn
from torcheval.metrics import MeanSquaredError, MulticlassAccuracy, Throughput

model = nn.Linear(8, 3)
accuracy, error = MulticlassAccuracy(average="macro", num_classes=3), MeanSquaredError(multioutput="raw_values")


@torch.compile
def evaluate(x, y):
    logits = model(x)
    accuracy.update(logits, y)
    error.update(logits, nn.functional.one_hot(y, 3).float())
    return logits


with torch.no_grad():
    for _ in range(2):
        evaluate(torch.randn(16, 8), torch.randint(0, 3, (16,)))
print(accuracy.compute(), error.compute())
