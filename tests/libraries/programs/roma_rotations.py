import roma
import torch


@torch.compile
def pose_error(rotvec, quat, points):
    rotation = roma.rotvec_to_rotmat(rotvec)
    target = roma.unitquat_to_rotmat(roma.quat_normalize(quat))
    geodesic = roma.rotmat_geodesic_distance(rotation, target)
    aligned = (rotation @ points.mT).mT
    return geodesic.mean() + aligned.pow(2).mean()


pose_error(torch.randn(4, 3, requires_grad=True), torch.randn(4, 4), torch.randn(4, 6, 3)).backward()
