import torch
from torch_vggish_yamnet.yamnet.model import YAMNet

model = torch.compile(YAMNet().eval())
with torch.no_grad():
    out = model(torch.randn(1, 1, 96, 64))
print([o.shape for o in out] if isinstance(out, tuple) else out.shape)
