import torch
from yolox.models import YOLOX, YOLOPAFPN, YOLOXHead
from yolox.utils import bboxes_iou

model = YOLOX(YOLOPAFPN(0.33, 0.125, act="silu"), YOLOXHead(3, 0.125))
model.head.initialize_biases(1e-2)
compiled = torch.compile(model)
targets = torch.zeros(2, 5, 5)
targets[:, 0] = torch.tensor([1.0, 32.0, 32.0, 20.0, 24.0])
losses = compiled(torch.rand(2, 3, 64, 64), targets)
losses["total_loss"].backward()
print({k: float(v) for k, v in losses.items()})
model.eval()
with torch.no_grad():
    print(compiled(torch.rand(1, 3, 64, 64)).shape, torch.compile(bboxes_iou)(torch.rand(3, 4), torch.rand(2, 4), False))
