import torch
from torchscalers import MinMaxScaler, PerDomainScaler, RobustScaler, ZScoreScaler

x = torch.randn(32, 4) * 3 + 1
zscore, robust, minmax = ZScoreScaler(), RobustScaler(), MinMaxScaler()
for scaler in (zscore, robust, minmax):
    scaler.fit(x)


@torch.compile
def normalise(x):
    y = zscore(x) + robust(x)
    return y, minmax.inverse_transform(minmax(x))


fit = torch.compile(ZScoreScaler().fit)
fit(x)
print([o.shape for o in normalise(x)])
