import torch
from gfn.estimators import DiscretePolicyEstimator, ScalarEstimator
from gfn.gym import HyperGrid
from gfn.preprocessors import KHotPreprocessor
from gfn.utils.modules import MLP

env = HyperGrid(ndim=2, height=8)
preprocessor = KHotPreprocessor(height=8, ndim=2)
pf = DiscretePolicyEstimator(MLP(preprocessor.output_dim, env.n_actions, hidden_dim=16), env.n_actions, preprocessor=preprocessor)
logF = ScalarEstimator(MLP(preprocessor.output_dim, 1, hidden_dim=16), preprocessor=preprocessor)


@torch.compile
def act(states):
    logits = pf(states)
    distribution = pf.to_probability_distribution(states, logits, temperature=1.5, epsilon=0.1)
    actions = distribution.sample()
    return actions, distribution.log_prob(actions), logF(states)


states = env.reset(batch_shape=(5,))
for _ in range(2):
    actions, log_probs, flow = act(states)
print(actions, log_probs.shape, flow.shape)
