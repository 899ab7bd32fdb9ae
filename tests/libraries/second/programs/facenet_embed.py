import torch
from facenet_pytorch import InceptionResnetV1

model = InceptionResnetV1(pretrained=None).eval()
compiled = torch.compile(model)
with torch.no_grad():
    compiled(torch.randn(1, 3, 96, 96))
