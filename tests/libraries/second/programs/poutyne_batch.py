import torch
from poutyne import Model
from torch import nn

network = nn.Sequential(nn.Linear(8, 16), nn.ReLU(), nn.Linear(16, 3))
model = Model(network, "sgd", "cross_entropy", batch_metrics=["accuracy"], epoch_metrics=[])
train = torch.compile(model.train_on_batch)
for _ in range(2):
    train(torch.randn(6, 8), torch.randint(0, 3, (6,)))
