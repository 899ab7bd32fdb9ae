import torch
from ultralytics.nn.tasks import DetectionModel

model = DetectionModel("yolov8n.yaml", ch=3, nc=4, verbose=False).eval()
compiled = torch.compile(model)
with torch.no_grad():
    compiled(torch.rand(1, 3, 64, 64))
