import torch
from ding.rl_utils import q_nstep_td_data, q_nstep_td_error, dist_nstep_td_data, dist_nstep_td_error

nstep = 3


@torch.compile
def td_loss(q, next_q, action, next_action, reward, done):
    data = q_nstep_td_data(q, next_q, action, next_action, reward, done, None)
    loss, per_sample = q_nstep_td_error(data, 0.95, nstep=nstep)
    return loss, per_sample


@torch.compile
def c51_loss(dist, next_dist, action, next_action, reward, done):
    data = dist_nstep_td_data(dist, next_dist, action, next_action, reward, done, None)
    return dist_nstep_td_error(data, 0.95, v_min=-10, v_max=10, n_atom=21, nstep=nstep)[0]


action, next_action = torch.randint(0, 3, (4,)), torch.randint(0, 3, (4,))
reward, done = torch.rand(nstep, 4), torch.zeros(4)
q = torch.randn(4, 3, requires_grad=True)
loss, per_sample = td_loss(q, torch.randn(4, 3), action, next_action, reward, done)
loss.backward()
dist = torch.randn(4, 3, 21).softmax(-1)
print(loss.item(), c51_loss(dist, dist, action, next_action, reward, done).item())
