import torch
from beat_this.model.beat_tracker import BeatThis
from beat_this.model.loss import ShiftTolerantBCELoss

model = BeatThis(spect_dim=128, transformer_dim=32, ff_mult=2, n_layers=2, head_dim=16, stem_dim=16)
compiled = torch.compile(model)
loss_fn = ShiftTolerantBCELoss(pos_weight=10)
out = compiled(torch.rand(2, 50, 128))
targets = (torch.rand(2, 50) > 0.9).float()
loss = torch.compile(loss_fn)(out["beat"], targets, torch.ones(2, 50, dtype=torch.bool))
loss.backward()
print(loss)
