import torch
from mc_dropout_pytorch import BayesianMLP, MCDropoutInference

model = BayesianMLP(input_dim=1, output_dim=1, hidden_dims=(32, 32), dropout_rate=0.1, activation="relu")
optimizer = torch.optim.Adam(model.parameters())


@torch.compile
def step(x, y):
    optimizer.zero_grad()
    loss = torch.nn.functional.mse_loss(model(x), y)
    loss.backward()
    optimizer.step()
    return loss


x = torch.linspace(-3, 3, 20).unsqueeze(-1)
print(step(x, x.sin()).item())
mc = torch.compile(MCDropoutInference(model, num_samples=4, task="regression", tau=1.0))
out = mc(x)
print(out.mean.shape, out.variance.shape)
