import torch
from rsl_rl.algorithms import PPO
from rsl_rl.models import MLPModel
from rsl_rl.storage import RolloutStorage
from tensordict import TensorDict

obs = TensorDict({"policy": torch.randn(4, 6)}, batch_size=[4])
groups = {"actor": ["policy"], "critic": ["policy"]}
actor = MLPModel(obs, groups, "actor", 2, hidden_dims=[16], obs_normalization=True,
                 distribution_cfg={"class_name": "GaussianDistribution", "init_std": 1.0})
critic = MLPModel(obs, groups, "critic", 1, hidden_dims=[16])
storage = RolloutStorage("rl", 4, 3, obs, [2])
ppo = PPO(actor, critic, storage, num_learning_epochs=1, num_mini_batches=2)
act = torch.compile(ppo.act)
for _ in range(3):
    act(obs)
    ppo.process_env_step(obs, torch.randn(4), torch.zeros(4), {})
ppo.compute_returns(obs)
update = torch.compile(ppo.update)
print(update())
