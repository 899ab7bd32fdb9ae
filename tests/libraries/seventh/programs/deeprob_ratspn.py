import torch
from deeprob.spn.models import BernoulliRatSpn, GaussianRatSpn

spn = GaussianRatSpn(8, rg_depth=2, rg_repetitions=3, rg_batch=2, rg_sum=2)
compiled = torch.compile(spn)
optimizer = torch.optim.Adam(spn.parameters(), lr=1e-2)
for _ in range(2):
    optimizer.zero_grad()
    loss = spn.loss(compiled(torch.randn(16, 8)))
    loss.backward()
    optimizer.step()
    spn.apply_constraints()
print(loss)
binary = BernoulliRatSpn(8, out_classes=3, rg_depth=1, rg_repetitions=2)
x = torch.randint(0, 2, (4, 8)).float()
x[:, 5:] = float("nan")
print(torch.compile(binary)(x).shape)
