import torch
from mc_dropout_pytorch import BayesianCNN, MCDropoutInference

model = BayesianCNN(in_channels=1, num_classes=10, base_channels=4, dropout_rate=0.25, fc_dropout_rate=0.5, img_size=28)
mc = MCDropoutInference(model, num_samples=3, task="classification")
entropy = torch.compile(mc.predictive_entropy)
print(entropy(torch.randn(2, 1, 28, 28)))
