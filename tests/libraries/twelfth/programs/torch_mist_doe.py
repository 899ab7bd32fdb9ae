import torch
from torch_mist.estimators import doe

estimator = doe(x_dim=3, y_dim=2, hidden_dims=[16])
mi = torch.compile(estimator.mutual_information)
print(mi(torch.randn(8, 3), torch.randn(8, 2)))
