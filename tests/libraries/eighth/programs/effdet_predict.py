import torch
from effdet import DetBenchPredict, EfficientDet, get_efficientdet_config

config = get_efficientdet_config("tf_efficientdet_lite0")
config.image_size = (128, 128)
config.num_classes = 4
net = EfficientDet(config, pretrained_backbone=False)
bench = DetBenchPredict(net).eval()
compiled = torch.compile(bench)
info = {"img_scale": torch.ones(1), "img_size": torch.tensor([[128.0, 128.0]])}
with torch.no_grad():
    detections = compiled(torch.randn(1, 3, 128, 128), info)
print(detections.shape)
