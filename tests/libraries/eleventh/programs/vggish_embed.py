import torch
from torch_vggish_yamnet.vggish.model import VGGish

model = torch.compile(VGGish().eval())
with torch.no_grad():
    print(model(torch.randn(2, 1, 96, 64)).shape)
