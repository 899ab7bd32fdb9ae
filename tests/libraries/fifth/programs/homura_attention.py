import torch
from homura.modules import KeyValAttention, SmoothedCrossEntropy, StraightThroughEstimator, exponential_moving_average_

attention = KeyValAttention(scaling=True, dropout_prob=0.1)
estimator, criterion = StraightThroughEstimator(), SmoothedCrossEntropy(0.1)


@torch.compile
def loss(query, key, value, target, mask):
    features, _ = attention(query, key, value, mask=mask)
    return criterion(estimator(features.mean(1)), target)


query = torch.randn(2, 4, 8, requires_grad=True) * 1
loss(query, torch.randn(2, 6, 8), torch.randn(2, 6, 8), torch.tensor([1, 5]), torch.ones(2, 4, 6, dtype=torch.bool)).backward()
average = torch.zeros(3)
torch.compile(exponential_moving_average_)(average, torch.ones(3), 0.9)
