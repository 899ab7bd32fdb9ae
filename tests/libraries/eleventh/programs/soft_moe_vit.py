import torch
from soft_moe import SoftMoEVisionTransformer

net = SoftMoEVisionTransformer(num_experts=4, slots_per_expert=1, moe_layer_index=1, img_size=32, patch_size=8, num_classes=10, embed_dim=32, depth=2,
                               num_heads=2, mlp_ratio=2)
net = torch.compile(net)
x = torch.randn(2, 3, 32, 32)
loss = torch.nn.functional.cross_entropy(net(x), torch.tensor([1, 2]))
loss.backward()
print(loss.item())
