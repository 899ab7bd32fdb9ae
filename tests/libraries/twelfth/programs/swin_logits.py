import torch
from swin_transformer_pytorch import SwinTransformer

net = SwinTransformer(hidden_dim=24, layers=(2, 2, 2, 2), heads=(1, 2, 2, 2), channels=3, num_classes=3, head_dim=16,
                      window_size=4, downscaling_factors=(2, 2, 2, 2), relative_pos_embedding=True)
compiled = torch.compile(net)
print(compiled(torch.randn(1, 3, 64, 64)))
