import torch
from pytorch_grad_cam import GradCAM
from pytorch_grad_cam.utils.model_targets import ClassifierOutputTarget
from torch import nn

model = nn.Sequential(nn.Conv2d(3, 8, 3, padding=1), nn.ReLU(), nn.Conv2d(8, 8, 3, padding=1), nn.ReLU(), nn.AdaptiveAvgPool2d(1), nn.Flatten(), nn.Linear(8, 4))
cam = GradCAM(model=model, target_layers=[model[2]])
explain = torch.compile(lambda x: cam(input_tensor=x, targets=[ClassifierOutputTarget(1)]))
explain(torch.randn(1, 3, 32, 32))
