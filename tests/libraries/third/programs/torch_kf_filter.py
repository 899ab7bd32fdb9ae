import torch
from torch_kf import GaussianState, KalmanFilter
from torch_kf.ckf import create_ckf_process_matrix

process = create_ckf_process_matrix(1, dt=1.0)
kf = KalmanFilter(process, torch.tensor([[1.0, 0.0]]), 0.1 * torch.eye(2), torch.eye(1))
start = GaussianState(torch.zeros(5, 2, 1), torch.eye(2).expand(5, 2, 2).clone())


@torch.compile
def track(measures):
    state = start
    for measure in measures:
        state = kf.predict(state)
        state = kf.update(state, measure)
    return state.mean


track(torch.randn(3, 5, 1, 1))
