import torch
from facexlib.parsing.parsenet import ParseNet

net = ParseNet(in_size=64, out_size=64, parsing_ch=19, min_feat_size=16, base_ch=16, ch_range=[16, 32]).eval()
net = torch.compile(net)
with torch.no_grad():
    mask, image = net(torch.randn(1, 3, 64, 64))
print(mask.shape, image.shape)
