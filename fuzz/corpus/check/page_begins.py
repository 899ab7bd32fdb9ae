import torch
from torch import nn
class Plain(nn.Module):
    def forward(self, x):
        return x.item()
