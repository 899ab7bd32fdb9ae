import torch
from vmas import make_env

env = make_env(scenario="balance", num_envs=4, device="cpu", continuous_actions=True, n_agents=3, seed=0, max_steps=20)
step = torch.compile(env.step)
obs = env.reset()
for _ in range(3):
    actions = [torch.rand(4, agent.action_size) * 2 - 1 for agent in env.agents]
    obs, rewards, dones, info = step(actions)
print(len(obs), rewards[0].shape)
