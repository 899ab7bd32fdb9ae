import torch
from pfhedge.instruments import BrownianStock, EuropeanOption
from pfhedge.nn import EntropicRiskMeasure, Hedger, MultiLayerPerceptron

derivative = EuropeanOption(BrownianStock(cost=1e-4), maturity=5 / 250)
model = MultiLayerPerceptron(in_features=3, n_layers=2, n_units=16)
hedger = Hedger(model, ["log_moneyness", "expiry_time", "volatility"], criterion=EntropicRiskMeasure())
optimizer = torch.optim.Adam(hedger.parameters())
compute_loss = torch.compile(hedger.compute_loss)
for _ in range(2):
    optimizer.zero_grad()
    loss = compute_loss(derivative, n_paths=32)
    loss.backward()
    optimizer.step()
