import numpy as np
import torch
from torch import nn
from fluffyrocket import FluffyRocket

X = np.random.randn(6, 1, 40).astype("float32")
rocket = FluffyRocket(5.0, num_features=84, random_state=42).fit(X)
model = nn.Sequential(rocket, nn.LazyLinear(2))
model(torch.from_numpy(X))
compiled = torch.compile(model)
print(compiled(torch.from_numpy(X)).shape)
