import torch
from torchmin import minimize

a, b = torch.randn(10, 3), torch.randint(0, 2, (10,)).float()


@torch.compile
def fit(w0):
    def objective(w):
        return torch.nn.functional.binary_cross_entropy_with_logits(a @ w, b) + 0.1 * w.square().sum()

    return minimize(objective, w0, method="newton-cg", max_iter=3).fun


print(fit(torch.zeros(3)))
