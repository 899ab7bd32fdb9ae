import torch
from torch_linear_regression import OLS, ReducedRankRidgeRegression, Ridge

x, y = torch.randn(40, 5), torch.randn(40, 3)
ols, ridge, reduced = OLS(), Ridge(alpha=0.1), ReducedRankRidgeRegression(rank=2, alpha=0.1)
fit = torch.compile(ols.fit)
fit(x, y)
ridge.fit(x, y)
predict = torch.compile(ridge.predict)


@torch.compile
def fit_reduced(x, y):
    reduced.fit(x, y)
    return reduced.predict(x)


print(ols.coef_.shape, predict(x).shape, fit_reduced(x, y).shape)
