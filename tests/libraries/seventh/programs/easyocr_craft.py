import torch
from easyocr.craft import CRAFT

net = CRAFT(pretrained=False).eval()
detect = torch.compile(net)
with torch.no_grad():
    score, features = detect(torch.rand(1, 3, 64, 64))
print(score.shape, features.shape)
