import torch
from nam.metrics import penalized_mse
from nam.model import ExULayer, NeuralAdditiveModel, ReLULayer

model = NeuralAdditiveModel(input_size=4, shallow_units=16, hidden_units=(8,), shallow_layer=ExULayer, hidden_layer=ReLULayer,
                            hidden_dropout=0.1, feature_dropout=0.1)


@torch.compile
def loss(x, y):
    prediction, features = model(x)
    return penalized_mse(prediction, y, features, feature_penalty=0.01)


loss(torch.rand(8, 4), torch.rand(8)).backward()
