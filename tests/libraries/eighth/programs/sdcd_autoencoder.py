import torch
from sdcd.models.modules import AutoEncoderLayers

torch.manual_seed(0)
d = 6
model = AutoEncoderLayers(d, [8], torch.nn.Sigmoid(), model_variance_flavor="nn", shared_layers=False, dag_penalty_flavor="power_iteration")
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)


def loss_of(x):
    return model.loss(x, alpha=0.01, beta=0.01, gamma=0.1, n_observations=x.shape[0])


compiled = torch.compile(loss_of)
for _ in range(2):
    loss = compiled(torch.randn(16, d))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
