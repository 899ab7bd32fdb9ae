import torch
from mlcolvar.cvs import DeepTDA

model = DeepTDA(n_states=2, n_cvs=1, target_centers=[-7.0, 7.0], target_sigmas=[0.2, 0.2], layers=[6, 12, 1])
optimizer = torch.optim.Adam(model.parameters(), lr=1e-3)
data = torch.cat([torch.randn(20, 6) - 1, torch.randn(20, 6) + 1])
labels = torch.cat([torch.zeros(20), torch.ones(20)])
step = torch.compile(lambda batch: model.training_step(batch, 0))
for _ in range(2):
    loss = model.loss_fn(torch.compile(model.forward_cv)(data), labels)
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
    print(loss.item())
