import torch
from pytorchse3.se3 import se3_exp_map, se3_log_map


@torch.compile
def registration(log_pose, points, target):
    T = se3_exp_map(log_pose)
    moved = points @ T[:, :3, :3].mT + T[:, None, :3, 3]
    return (moved - target).square().mean() + 1e-3 * se3_log_map(T).square().sum()


log_pose = (0.1 * torch.randn(1, 6)).requires_grad_()
loss = registration(log_pose, torch.randn(1, 20, 3), torch.randn(1, 20, 3))
loss.backward()
print(log_pose.grad)
