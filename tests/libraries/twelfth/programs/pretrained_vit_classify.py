import torch
from pytorch_pretrained_vit import ViT

model = ViT("B_16", pretrained=False, image_size=32, num_classes=10)
model.eval()
model = torch.compile(model)
with torch.no_grad():
    print(model(torch.randn(2, 3, 32, 32)).shape)
