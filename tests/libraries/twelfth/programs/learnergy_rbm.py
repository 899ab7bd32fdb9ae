import torch
from learnergy.models.bernoulli import RBM

model = RBM(n_visible=20, n_hidden=8, learning_rate=0.1)


@torch.compile
def contrastive_divergence(samples):
    _, _, _, _, visible = model.gibbs_sampling(samples)
    return model.energy(samples).mean() - model.energy(visible.detach()).mean()


loss = contrastive_divergence(torch.rand(6, 20).round())
loss.backward()
print(loss.item())
