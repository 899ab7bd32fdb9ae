import numpy as np
import torch
from neural_trees import SoftDecisionTree

X, y = np.random.randn(60, 4).astype("float32"), np.random.randint(0, 3, 60)
model = SoftDecisionTree(depth=2, max_epochs=2)
model.fit(X, y)
tree = model.model_
compiled = torch.compile(tree)
print(compiled(torch.from_numpy(X[:5])))
