import torch
from catenets.models.torch import TARNet

model = TARNet(n_unit_in=6, binary_y=True, n_layers_r=1, n_units_r=16, n_layers_out=1, n_units_out=8, n_iter=2, batch_size=32)
fit = torch.compile(model.fit)
x, w = torch.randn(80, 6), torch.randint(0, 2, (80,)).float()
y = ((x[:, 0] + w) > 0.5).float()
fit(x, y, w)
predict = torch.compile(model.predict)
print(predict(x[:5], return_po=True))
