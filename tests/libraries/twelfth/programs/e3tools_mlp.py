import e3nn
import torch
import e3tools
import e3tools.nn

irreps = e3nn.o3.Irreps("8x0e + 4x1o")
norm = torch.compile(e3tools.nn.LayerNorm(irreps))
x = irreps.randn(5, -1)
print(norm(x).shape)
linear = torch.compile(e3tools.nn.Linear(irreps, "4x0e + 2x1o"))
print(linear(x).shape)
