import torch
from pytorch_gmm.gmm import GMM

x = torch.randn(200, 4)
gmm, llh = GMM.init_and_train(x, 3, verbose=False)
score = torch.compile(gmm)
print(score(x[:10]))
