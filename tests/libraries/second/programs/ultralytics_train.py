import torch
from ultralytics.cfg import get_cfg
from ultralytics.nn.tasks import DetectionModel

model = DetectionModel("yolo11n.yaml", ch=3, nc=4, verbose=False).train()
model.args = get_cfg()
batch = {"img": torch.rand(2, 3, 64, 64), "batch_idx": torch.tensor([0.0, 1.0]), "cls": torch.tensor([[1.0], [2.0]]), "bboxes": torch.tensor([[0.5, 0.5, 0.4, 0.4], [0.4, 0.6, 0.3, 0.2]])}
step = torch.compile(lambda batch: model(batch)[0].sum())
step(batch).backward()
