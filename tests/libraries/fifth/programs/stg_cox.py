import numpy
import torch
from stg.models import STGCoxModel

model = STGCoxModel(10, 1, [16, 8], device="cpu", lam=0.1, batch_norm=None, activation="selu", sigma=1.0)
model.train()
compiled = torch.compile(model)
feed = {
    "X": torch.randn(20, 10),
    "E": torch.randint(0, 2, (20,)).float(),
    "T": torch.sort(torch.rand(20), descending=True).values,
}
loss, _, monitors = compiled(feed)
loss.backward()
print(loss.item(), sorted(monitors))
