import torch
from effdet import DetBenchTrain, EfficientDet, get_efficientdet_config

config = get_efficientdet_config("tf_efficientdet_lite0")
config.image_size = (128, 128)
config.num_classes = 3
net = EfficientDet(config, pretrained_backbone=False)
bench = DetBenchTrain(net, config)
compiled = torch.compile(bench)
target = {
    "bbox": torch.tensor([[[10.0, 10.0, 60.0, 70.0], [30.0, 40.0, 90.0, 100.0]]] * 2),
    "cls": torch.tensor([[1.0, 2.0]] * 2),
}
losses = compiled(torch.randn(2, 3, 128, 128), target)
losses["loss"].backward()
print({name: value.item() for name, value in losses.items()})
