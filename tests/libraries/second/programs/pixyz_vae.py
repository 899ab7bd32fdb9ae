import torch
from pixyz.distributions import Bernoulli, Normal
from pixyz.losses import Expectation, KullbackLeibler
from torch import nn


class Inference(Normal):
    def __init__(self):
        super().__init__(var=["z"], cond_var=["x"], name="q")
        self.fc, self.loc, self.scale = nn.Linear(16, 8), nn.Linear(8, 2), nn.Linear(8, 2)

    def forward(self, x):
        h = torch.relu(self.fc(x))
        return {"loc": self.loc(h), "scale": nn.functional.softplus(self.scale(h))}


class Generator(Bernoulli):
    def __init__(self):
        super().__init__(var=["x"], cond_var=["z"], name="p")
        self.fc = nn.Linear(2, 16)

    def forward(self, z):
        return {"probs": torch.sigmoid(self.fc(z))}


q, p = Inference(), Generator()
prior = Normal(loc=torch.tensor(0.0), scale=torch.tensor(1.0), var=["z"], features_shape=[2], name="prior")
elbo = (KullbackLeibler(q, prior) - Expectation(q, p.log_prob())).mean()
loss = torch.compile(lambda x: elbo.eval({"x": x}))
loss(torch.rand(4, 16)).backward()
