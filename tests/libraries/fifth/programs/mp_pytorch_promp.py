import torch
from mp_pytorch.mp import MPFactory

mp = MPFactory.init_mp("promp", {"num_basis": 5, "basis_bandwidth_factor": 2, "num_basis_outside": 0, "weights_scale": 1.0}, num_dof=2, tau=1.0)


@torch.compile
def trajectory(params, covariance, times):
    mp.update_inputs(times=times, params=params, params_L=covariance)
    return mp.get_traj_pos(flat_shape=True), mp.get_traj_pos_cov()


times = torch.linspace(0, 1, 20).expand(3, 20)
position, covariance = trajectory(torch.randn(3, 10), torch.eye(10).expand(3, 10, 10), times)
print(position.shape, covariance.shape)
