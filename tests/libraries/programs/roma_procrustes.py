import roma
import torch
from torch import nn

head = nn.Linear(16, 9)


@torch.compile
def predict(features, source, target):
    rotation = roma.special_procrustes(head(features).view(-1, 3, 3))
    fitted, translation = roma.rigid_points_registration(source, target)
    return roma.rotmat_to_unitquat(rotation), roma.unitquat_slerp(
        roma.rotmat_to_unitquat(rotation), roma.rotmat_to_unitquat(fitted), torch.linspace(0, 1, 3)
    )


predict(torch.randn(2, 16), torch.randn(2, 5, 3), torch.randn(2, 5, 3))
