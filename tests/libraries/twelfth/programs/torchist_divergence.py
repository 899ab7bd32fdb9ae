import torch
from torchist.histograms import histogram, normalize
from torchist.metrics import js_divergence, kl_divergence

p = normalize(histogram(torch.randn(500), bins=20, low=-3.0, upp=3.0))[0]
q = normalize(histogram(torch.randn(500) * 0.8, bins=20, low=-3.0, upp=3.0))[0]
compare = torch.compile(lambda p, q: (kl_divergence(p, q), js_divergence(p, q)))
print(compare(p, q))
