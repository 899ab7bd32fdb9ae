import torch
from auton_survival.models.dcm.dcm_torch import DeepCoxMixturesTorch
from auton_survival.models.dsm.dsm_torch import DeepRecurrentSurvivalMachinesTorch

model = DeepRecurrentSurvivalMachinesTorch(inputdim=4, k=2, typ="GRU", layers=1, hidden=8, dist="LogNormal")
sequences = torch.randn(6, 5, 4)
sequences[2:, 3:] = float("nan")
compiled = torch.compile(model)
shape, scale, logits = compiled(sequences)
print(shape.shape, scale.shape, logits.shape)
mixture = torch.compile(DeepCoxMixturesTorch(4, k=3, layers=[8]))
print([part.shape for part in mixture(torch.randn(7, 4))])
