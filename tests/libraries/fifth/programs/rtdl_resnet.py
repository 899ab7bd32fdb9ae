import rtdl
import torch

model = rtdl.ResNet.make_baseline(d_in=6, d_main=16, d_hidden=32, dropout_first=0.2, dropout_second=0.0, n_blocks=2, d_out=1)
mlp = rtdl.MLP.make_baseline(d_in=6, d_layers=[16, 8], dropout=0.1, d_out=1)
ensemble = torch.compile(lambda x: (model(x) + mlp(x)) / 2)
ensemble(torch.randn(12, 6)).square().mean().backward()
reglu = torch.compile(rtdl.ReGLU())
print(reglu(torch.randn(3, 8)).shape)
