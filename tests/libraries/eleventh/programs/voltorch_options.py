import torch
from voltorch import BlackScholes, HestonCOS

S, K = torch.tensor(100.0), torch.linspace(80.0, 120.0, 9)
T, r, sigma = torch.tensor(0.5), torch.tensor(0.02), torch.full((9,), 0.25)
black = torch.compile(BlackScholes())
sigma.requires_grad_()
price = black(S, K, T, r, sigma)
price.sum().backward()
heston = torch.compile(HestonCOS(n_cos=32))
print(price, sigma.grad, heston(S, K, T, r))
