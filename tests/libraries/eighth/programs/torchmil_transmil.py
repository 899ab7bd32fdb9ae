import torch
from torchmil.models import TransMIL

model = TransMIL(in_shape=(12,), att_dim=16, n_layers=2, n_heads=2, n_landmarks=4, pinv_iterations=2, use_mlp=True)
compiled = torch.compile(model)
bags = torch.randn(2, 15, 12)
logits, attention = compiled(bags, return_att=True)
logits.sum().backward()
print(logits.shape, attention.shape)
