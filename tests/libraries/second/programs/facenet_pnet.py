import torch
from facenet_pytorch.models.mtcnn import ONet, PNet

pnet = torch.compile(PNet(pretrained=False).eval())
onet = torch.compile(ONet(pretrained=False).eval())
with torch.no_grad():
    pnet(torch.randn(1, 3, 40, 40))
    onet(torch.randn(3, 3, 48, 48))
