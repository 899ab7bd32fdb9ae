import torch
from smalldiffusion import CondEmbedderLabel, DiT, ScheduleDDPM, Scaled, generate_train_sample

torch.manual_seed(0)
model = Scaled(DiT)(in_dim=8, channels=1, patch_size=2, depth=2, head_dim=8, num_heads=2, mlp_ratio=2.0, cond_embed=CondEmbedderLabel(16, 4, 0.1))
schedule = ScheduleDDPM(beta_start=0.0001, beta_end=0.02, N=100)
get_loss = torch.compile(model.get_loss)
x0, sigma, eps, cond = generate_train_sample((torch.randn(4, 1, 8, 8), torch.randint(0, 4, (4,))), schedule, conditional=True)
loss = get_loss(x0, sigma, eps, cond=cond)
loss.backward()
predict = torch.compile(model.predict_eps_cfg)
with torch.no_grad():
    print(loss.item(), predict(x0, sigma[:1].reshape(()), cond, 2.0).shape)
