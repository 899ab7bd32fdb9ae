import torch
from torchanfis import ANFIS

net = ANFIS(n_features=3, n_mfs=2, n_rules=4, mf_type="gaussian")
trapezoid = torch.compile(ANFIS(n_features=3, n_mfs=2, n_rules=4, mf_type="trapezoidal", rule_sharpening=True))
optimizer = torch.optim.Adam(net.parameters(), lr=1e-2)
compiled = torch.compile(net)
x, y = torch.rand(16, 3), torch.rand(16)
for _ in range(2):
    optimizer.zero_grad()
    out = compiled(x)
    out = out[0] if isinstance(out, tuple) else out
    loss = (out.squeeze() - y).pow(2).mean()
    loss.backward()
    optimizer.step()
print(loss.item(), type(trapezoid(x)))
