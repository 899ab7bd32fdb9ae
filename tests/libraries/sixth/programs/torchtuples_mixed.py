import torch
import torchtuples as tt

net = tt.practical.MixedInputMLP(in_features=4, num_embeddings=[5, 3], embedding_dims=[3, 2], num_nodes=[16, 16], out_features=1,
                                 batch_norm=True, dropout=0.1)
net = torch.compile(net)
net(torch.randn(8, 4), torch.randint(0, 3, (8, 2))).mean().backward()
