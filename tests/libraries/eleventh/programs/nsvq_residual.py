import torch
from nsvq import ProductNSVQ, ResidualNSVQ

residual = ResidualNSVQ(8, 6, num_codebooks=2)
compiled = torch.compile(residual)
out = compiled(torch.randn(10, 6))
print([o.shape for o in out if torch.is_tensor(o)])
residual.eval()
product = torch.compile(ProductNSVQ(8, 6, num_codebooks=2).eval())
with torch.no_grad():
    print(product(torch.randn(5, 6))[0].shape)
