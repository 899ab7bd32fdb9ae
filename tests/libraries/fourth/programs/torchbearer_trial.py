import torch
from torch import nn
from torchbearer import Trial

model = torch.compile(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 2)))
trial = Trial(model, torch.optim.SGD(model.parameters(), lr=0.1), nn.CrossEntropyLoss(), metrics=["loss"], verbose=0)
trial.with_train_data(torch.randn(16, 4), torch.randint(0, 2, (16,)), batch_size=8).run(1)
