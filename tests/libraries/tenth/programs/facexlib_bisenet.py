import torch
from facexlib.parsing.bisenet import BiSeNet

net = torch.compile(BiSeNet(num_class=19).eval())
with torch.no_grad():
    out = net(torch.randn(1, 3, 64, 64), return_feat=True)
print(len(out))
