import torch
from captum.attr import FeatureAblation, LayerGradCam
from torch import nn

model = nn.Sequential(nn.Conv2d(1, 4, 3), nn.ReLU(), nn.Flatten(), nn.Linear(144, 2)).eval()
ablation = FeatureAblation(model)
gradcam = LayerGradCam(model, model[0])


@torch.compile
def explain(image):
    return ablation.attribute(image, target=0, feature_mask=torch.arange(64).view(1, 1, 8, 8) // 16)


explain(torch.randn(1, 1, 8, 8))
torch.compile(gradcam.attribute)(torch.randn(1, 1, 8, 8), target=1)
