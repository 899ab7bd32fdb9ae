import torch
from cornac.models.recvae.recvae import VAE
from cornac.models.sasrec.sasrec import SASRecModel

torch.manual_seed(0)
sasrec = SASRecModel(item_num=20, embedding_dim=8, maxlen=6, n_layers=1, n_heads=2, pad_idx=20)
recvae = VAE(hidden_dim=16, latent_dim=4, input_dim=20)
rank, autoencode = torch.compile(sasrec), torch.compile(recvae)
history = torch.randint(0, 20, (3, 6))
history[0, :2] = 20
scores = rank(torch.arange(3), history, torch.randint(0, 20, (5,)))
_, loss = autoencode((torch.rand(4, 20) > 0.8).float(), beta=None, gamma=0.005, dropout_rate=0.5)
loss.backward()
print(scores.shape, loss.item())
