import torch
from weaver.nn.model.ParticleNet import ParticleNet

model = ParticleNet(input_dims=4, num_classes=2, conv_params=[(3, (8, 8)), (3, (16, 16))], fc_params=[(16, 0.1)], for_inference=False)
compiled = torch.compile(model)
out = compiled(torch.randn(2, 2, 12), torch.randn(2, 4, 12), torch.ones(2, 1, 12))
out.sum().backward()
print(out.shape)
