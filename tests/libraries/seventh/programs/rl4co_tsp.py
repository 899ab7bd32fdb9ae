import torch
from rl4co.envs import TSPEnv
from rl4co.models.zoo.am import AttentionModelPolicy

env = TSPEnv(generator_params={"num_loc": 8})
policy = AttentionModelPolicy(env_name="tsp", embed_dim=16, num_encoder_layers=1, num_heads=2, feedforward_hidden=32)
act = torch.compile(policy)
td = env.reset(batch_size=[4])
out = act(td, env, phase="train", decode_type="sampling")
advantage = out["reward"] - out["reward"].mean()
loss = -(advantage * out["log_likelihood"]).mean()
loss.backward()
print(out["reward"].shape)
