import torch
from gsplat.cuda._torch_impl import _eval_sh_bases_fast, _fully_fused_projection, _quat_scale_to_covar_preci, _spherical_harmonics

means = torch.randn(20, 3) + torch.tensor([0.0, 0.0, 5.0])
quats, scales = torch.randn(20, 4, requires_grad=True), (torch.rand(20, 3) * 0.1).requires_grad_()
intrinsics = torch.tensor([[[30.0, 0, 16], [0, 30.0, 16], [0, 0, 1]]])


@torch.compile
def project(means, quats, scales):
    covars, _ = _quat_scale_to_covar_preci(quats, scales, compute_preci=False)
    return _fully_fused_projection(means, covars, torch.eye(4)[None], intrinsics, 32, 32, near_plane=0.01, calc_compensations=True)


radii, means2d, depths, conics, compensations = project(means, quats, scales)
(means2d.sum() + conics.sum()).backward()
colors = torch.compile(_spherical_harmonics)
print(colors(2, torch.randn(20, 3), torch.randn(20, 9, 3)).shape)
