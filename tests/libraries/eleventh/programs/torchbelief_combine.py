import torch
import torchbelief
from torchbelief import Frame, average
from torchbelief.combine import conjunctive, dempster

frame = Frame(3)
masses = torch.rand(2, 4, 8)
masses = masses / masses.sum(-1, keepdim=True)
combined, conflict = torch.compile(dempster)(masses[0], masses[1], frame)
print(combined.shape, conflict.shape, torch.compile(conjunctive)(masses[0], masses[1], frame).shape)
