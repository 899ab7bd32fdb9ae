import torch
from gfn.estimators import DiscretePolicyEstimator
from gfn.gflownet import TBGFlowNet
from gfn.gym import HyperGrid
from gfn.preprocessors import KHotPreprocessor
from gfn.samplers import Sampler
from gfn.utils.modules import MLP

env = HyperGrid(ndim=2, height=8)
preprocessor = KHotPreprocessor(height=env.height, ndim=env.ndim)
module_pf = MLP(input_dim=preprocessor.output_dim, output_dim=env.n_actions, hidden_dim=16)
module_pb = MLP(input_dim=preprocessor.output_dim, output_dim=env.n_actions - 1, hidden_dim=16, trunk=module_pf.trunk)
pf = DiscretePolicyEstimator(module_pf, env.n_actions, preprocessor=preprocessor)
pb = DiscretePolicyEstimator(module_pb, env.n_actions, is_backward=True, preprocessor=preprocessor)
gfn = TBGFlowNet(pf=pf, pb=pb, init_logZ=0.0)
sampler = Sampler(estimator=pf)
optimizer = torch.optim.Adam(gfn.pf_pb_parameters(), lr=1e-3)
optimizer.add_param_group({"params": gfn.logz_parameters(), "lr": 1e-1})
loss_fn = torch.compile(gfn.loss)
for _ in range(2):
    trajectories = sampler.sample_trajectories(env, n=8, save_logprobs=True)
    optimizer.zero_grad()
    loss = loss_fn(env, trajectories, recalculate_all_logprobs=False)
    loss.backward()
    optimizer.step()
print(loss.item())
