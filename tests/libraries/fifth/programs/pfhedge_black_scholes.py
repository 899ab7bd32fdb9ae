import torch
from pfhedge.instruments import BrownianStock, EuropeanOption
from pfhedge.nn import BlackScholes, ExpectedShortfall, WhalleyWilmott

derivative = EuropeanOption(BrownianStock())
bs = BlackScholes(derivative)
delta = torch.compile(bs.delta)
print(delta(torch.linspace(-0.1, 0.1, 5), torch.full((5,), 0.1), torch.full((5,), 0.2)))
ww = torch.compile(WhalleyWilmott(derivative))
print(ww(torch.rand(6, 4) * 0.1 + 0.05).shape)
shortfall = torch.compile(ExpectedShortfall(0.2))
print(shortfall(torch.randn(50)), shortfall.cash(torch.randn(50)))
