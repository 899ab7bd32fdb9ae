import torch
from bpnetlite import BPNet

model = torch.compile(BPNet(n_filters=8, n_layers=2, n_outputs=2, n_control_tracks=2, trimming=10, verbose=False))
profile, counts = model(torch.rand(2, 4, 100), torch.rand(2, 2, 100))
(profile.mean() + counts.mean()).backward()
