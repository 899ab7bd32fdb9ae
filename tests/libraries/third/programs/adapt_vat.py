import torch
from pytorch_adapt.hooks import DANNHook
from torch import nn

G = nn.Linear(8, 6)
C = nn.Linear(6, 3)
D = nn.Sequential(nn.Linear(6, 1), nn.Flatten(0))
models = {"G": G, "C": C, "D": D}
opts = [torch.optim.Adam(m.parameters(), lr=1e-3) for m in models.values()]
hook = DANNHook(opts)


@torch.compile
def step(batch):
    _, losses = hook({**models, **batch})
    return losses


step({"src_imgs": torch.randn(4, 8), "src_labels": torch.randint(0, 3, (4,)), "target_imgs": torch.randn(4, 8),
      "src_domain": torch.zeros(4), "target_domain": torch.ones(4)})
