import numpy
import torch
from lassonet import LassoNetClassifier

x = numpy.random.randn(60, 5).astype("float32")
y = (x[:, 0] > 0).astype(int)
classifier = LassoNetClassifier(hidden_dims=(8,), n_iters=(3, 2), patience=2, lambda_seq=[0.1, 1.0], verbose=0, torch_seed=0)
classifier.path(x, y, return_state_dicts=False)
classifier.model = torch.compile(classifier.model)
print(classifier.predict_proba(x[:4]))
