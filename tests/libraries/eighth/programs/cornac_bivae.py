import torch
from cornac.models.bivaecf.bivae import BiVAE

torch.manual_seed(0)
model = BiVAE(
    k=4, user_encoder_structure=[20, 8], item_encoder_structure=[12, 8], act_fn="tanh", likelihood="pois",
    cap_priors={"user": False, "item": False}, feature_dim={}, batch_size=4,
)


@torch.compile
def user_loss(x):
    theta, x_, mu, std = model(x, user=True, beta=model.beta)
    return model.loss(x, x_, mu, torch.tensor(0.0), std, 1.0)


model.beta = torch.randn(20, 4) * 0.1
loss = user_loss((torch.rand(4, 20) > 0.7).float())
loss.backward()
print(loss.item())
