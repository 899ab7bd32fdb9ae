import torch
import UQpy.scientific_machine_learning as sml
from torch import nn

network = nn.Sequential(sml.BayesianLinear(1, 8), nn.ReLU(), sml.BayesianLinear(8, 1))
model = sml.FeedForwardNeuralNetwork(network)
compiled = torch.compile(model)
divergence = sml.GaussianKullbackLeiblerDivergence()
x = torch.linspace(-1, 1, 16).unsqueeze(1)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(2):
    optimizer.zero_grad()
    loss = nn.functional.mse_loss(compiled(x), x**3) + 1e-3 * divergence(model)
    loss.backward()
    optimizer.step()
model.eval()
model.sample(False)
print(loss, compiled(x).shape)
