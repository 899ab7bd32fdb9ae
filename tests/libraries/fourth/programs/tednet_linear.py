import tednet.tnn.tensor_train as tt
import torch

layer = torch.compile(tt.TTLinear([4, 5], [3, 4], [3]))
layer(torch.randn(6, 20)).sum().backward()
