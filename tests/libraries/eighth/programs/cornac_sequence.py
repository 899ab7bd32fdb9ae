import torch
from cornac.models.gru4rec.gru4rec import GRU4RecModel
from cornac.models.ncf.backend_pt import NeuMF

torch.manual_seed(0)
gru = GRU4RecModel(n_items=15, layers=[8], embedding=0, constrained_embedding=True, loss="bpr-max")
ncf = NeuMF(num_users=6, num_items=15, num_factors=4, layers=(8, 4))
session, interaction = torch.compile(gru), torch.compile(ncf)
hidden = [torch.zeros(4, 8)]
scores = session(torch.randint(0, 15, (4,)), hidden, torch.randint(0, 15, (9,)), training=True)
loss = scores.square().mean()
out = interaction(torch.randint(0, 6, (5,)), torch.randint(0, 15, (5,)))
(loss + out.mean()).backward()
print(scores.shape, out.shape)
