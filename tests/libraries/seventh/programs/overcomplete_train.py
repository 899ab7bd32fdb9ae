import torch
from overcomplete.sae import JumpSAE, MpSAE, train_sae
from torch.utils.data import DataLoader, TensorDataset

loader = DataLoader(TensorDataset(torch.randn(64, 12)), batch_size=32)
sae = JumpSAE(12, nb_concepts=24, bandwidth=1e-2)
optimizer = torch.optim.Adam(sae.parameters(), lr=1e-3)


def criterion(x, x_hat, pre_codes, codes, dictionary):
    return (x - x_hat).square().mean()


logs = train_sae(torch.compile(sae), loader, criterion, optimizer, nb_epochs=2, device="cpu")
print(sorted(logs))
pursuit = torch.compile(MpSAE(12, nb_concepts=24, k=3))
print([t.shape for t in pursuit(torch.randn(5, 12))])
