import torch
from pretrainedmodels.models.dpn import DPN
from pretrainedmodels.models.xception import Block

model = DPN(num_init_features=16, k_r=16, groups=4, k_sec=(1, 1, 1, 1), inc_sec=(4, 4, 4, 4), num_classes=6, test_time_pool=True).eval()
compiled = torch.compile(model)
with torch.no_grad():
    print(compiled(torch.randn(1, 3, 256, 256)).shape)
xception = torch.compile(Block(4, 8, 2, 2, True, True))
print(xception(torch.randn(1, 4, 16, 16)).shape)
