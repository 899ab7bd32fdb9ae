import torch
from torchgmm.bayes.gmm.model import GaussianMixtureModel, GaussianMixtureModelConfig

torch.manual_seed(0)
model = GaussianMixtureModel(GaussianMixtureModelConfig(num_components=3, num_features=2, covariance_type="full"))
model.reset_parameters() if hasattr(model, "reset_parameters") else None
with torch.no_grad():
    model.means.normal_()
    model.component_probs.fill_(1 / 3)
    model.precisions_cholesky.copy_(torch.eye(2).expand(3, 2, 2))
log_prob = torch.compile(model)
responsibilities, scores = log_prob(torch.randn(10, 2))
sample = torch.compile(model.sample)
print(responsibilities.shape, sample(4).shape)
