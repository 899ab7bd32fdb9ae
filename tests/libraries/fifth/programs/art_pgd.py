import numpy
import torch
from art.attacks.evasion import ProjectedGradientDescentPyTorch
from art.estimators.classification import PyTorchClassifier
from torch import nn

model = nn.Sequential(nn.Flatten(), nn.Linear(36, 16), nn.ReLU(), nn.Linear(16, 3))
classifier = PyTorchClassifier(model=torch.compile(model), loss=nn.CrossEntropyLoss(), optimizer=torch.optim.Adam(model.parameters()), input_shape=(1, 6, 6), nb_classes=3, clip_values=(0, 1), device_type="cpu")
x, y = numpy.random.rand(8, 1, 6, 6).astype("float32"), numpy.eye(3)[numpy.random.randint(0, 3, 8)]
classifier.fit(x, y, batch_size=4, nb_epochs=1)
attack = ProjectedGradientDescentPyTorch(classifier, eps=0.1, eps_step=0.05, max_iter=2, verbose=False)

print(attack.generate(x).shape)
loss_gradient = torch.compile(classifier.loss_gradient)
print(loss_gradient(x[:2], y[:2]).shape)
