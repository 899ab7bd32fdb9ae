import argus
import torch
from torch import nn


class MnistModel(argus.Model):
    nn_module = nn.Linear
    optimizer = torch.optim.SGD
    loss = nn.CrossEntropyLoss


model = MnistModel({"nn_module": {"in_features": 4, "out_features": 2}, "optimizer": {"lr": 0.01}, "device": "cpu"})
state = argus.engine.State(step_method=model.train_step, phase="train")
step = torch.compile(model.train_step)
step((torch.randn(8, 4), torch.randint(0, 2, (8,))), state)
