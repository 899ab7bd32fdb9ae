import torch
from kronfluence.analyzer import prepare_model
from kronfluence.task import Task
from torch import nn


class Regression(Task):
    def compute_train_loss(self, batch, model, sample=False):
        return (model(batch[0]) - batch[1]).square().sum()

    def compute_measurement(self, batch, model):
        return self.compute_train_loss(batch, model)


task = Regression()
model = prepare_model(nn.Sequential(nn.Linear(4, 8), nn.ReLU(), nn.Linear(8, 1)), task)
loss = torch.compile(lambda x, y: task.compute_train_loss((x, y), model))
loss(torch.randn(6, 4), torch.randn(6, 1)).backward()
