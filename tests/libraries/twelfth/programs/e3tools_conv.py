import e3nn
import torch
import e3tools
import e3tools.nn

irreps, sh = e3nn.o3.Irreps("4x0e + 2x1o"), e3nn.o3.Irreps("1x0e + 1x1o")
conv = e3tools.nn.SeparableConv(irreps_in=irreps, irreps_out=irreps, irreps_sh=sh, edge_attr_dim=4)
compiled = torch.compile(conv)
edge_index = torch.randint(0, 5, (2, 12))
print(compiled(irreps.randn(5, -1), edge_index, torch.randn(12, 4), sh.randn(12, -1)).shape)
