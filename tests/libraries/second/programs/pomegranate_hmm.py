import torch
from pomegranate.distributions import Categorical
from pomegranate.hmm import DenseHMM

d1, d2 = Categorical([[0.25, 0.25, 0.25, 0.25]]), Categorical([[0.1, 0.4, 0.4, 0.1]])
model = DenseHMM([d1, d2], edges=[[0.8, 0.2], [0.3, 0.7]], starts=[0.5, 0.5])
x = torch.randint(0, 4, (2, 12, 1))
forward = torch.compile(model.forward)
posteriors = torch.compile(model.predict_proba)
forward(x)
posteriors(x)
