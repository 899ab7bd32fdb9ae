import matterhorn_pytorch.snn as snn
import torch

model = snn.Sequential(
    snn.PoissonEncoder(time_steps=8),
    snn.Flatten(),
    snn.Linear(12 * 12, 10, bias=False),
    snn.LIF(tau_m=2.0),
    snn.AvgSpikeDecoder(),
)
compiled = torch.compile(model)
optimizer = torch.optim.Adam(model.parameters(), lr=1e-2)
for _ in range(2):
    out, _ = compiled(torch.rand(4, 1, 12, 12))
    loss = torch.nn.functional.cross_entropy(out, torch.randint(0, 10, (4,)))
    optimizer.zero_grad()
    loss.backward()
    optimizer.step()
print(loss)
