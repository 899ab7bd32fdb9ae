import torch
from nystrom_attention import Nystromformer

model = Nystromformer(dim=32, depth=2, dim_head=8, heads=4, num_landmarks=8, pinv_iterations=4)
compiled = torch.compile(model)
compiled(torch.randn(1, 30, 32), mask=torch.ones(1, 30).bool()).sum().backward()
