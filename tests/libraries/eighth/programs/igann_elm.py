import torch
from igann.igann import ELM_Regressor

torch.manual_seed(0)
x = torch.randn(40, 4)
y = x[:, 0].sin() + x[:, 1]
elm = ELM_Regressor(n_input=4, n_categorical_cols=0, n_hid=6, seed=1, elm_scale=1, elm_alpha=0.01)
fit = torch.compile(lambda x, y: elm.fit(x, y, torch.full((len(x), 1), 0.1)))
fit(x, y)
predict = torch.compile(elm.predict)
print(predict(x).shape, torch.compile(elm.predict_single)(x[:, 0], 0).shape)
