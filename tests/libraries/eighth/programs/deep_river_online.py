import torch
from deep_river.classification import Classifier
from torch import nn

torch.manual_seed(0)


class Net(nn.Module):
    def __init__(self, n_features=3):
        super().__init__()
        self.hidden, self.out = nn.Linear(n_features, 8), nn.Linear(8, 2)

    def forward(self, x):
        return self.out(torch.relu(self.hidden(x))).softmax(-1)


model = Classifier(module=torch.compile(Net()), loss_fn="cross_entropy", optimizer_fn="adam", lr=1e-2, is_feature_incremental=False)
for i in range(4):
    x = {"a": float(i), "b": 1.0 - i, "c": 0.5}
    print(model.predict_proba_one(x))
    model.learn_one(x, i % 2)
