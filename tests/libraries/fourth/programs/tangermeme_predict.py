import torch
from tangermeme.predict import predict
from tangermeme.utils import one_hot_encode
from torch import nn

model = nn.Sequential(nn.Conv1d(4, 6, 5), nn.ReLU(), nn.AdaptiveAvgPool1d(1), nn.Flatten(), nn.Linear(6, 1))
X = torch.stack([one_hot_encode("ACGTACGTAC"), one_hot_encode("GGGTACGTTT")]).float()
run = torch.compile(lambda X: predict(model, X, device="cpu", batch_size=2))
print(run(X).shape)
