import torch
from avalanche.models import IncrementalClassifier, MultiHeadClassifier, SimpleMLP, SlimResNet18

mlp = torch.compile(SimpleMLP(num_classes=4, input_size=16, hidden_size=32))
mlp(torch.randn(2, 16)).sum().backward()
head = IncrementalClassifier(16, initial_out_features=4)
torch.compile(head)(torch.randn(2, 16)).sum().backward()
multi = MultiHeadClassifier(16, initial_out_features=2)
torch.compile(multi)(torch.randn(2, 16), torch.zeros(2, dtype=torch.long))
