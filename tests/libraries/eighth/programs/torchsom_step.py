import torch
from torchsom import SOM

torch.manual_seed(0)
som = SOM(x=5, y=4, num_features=3, epochs=2, batch_size=8, sigma=1.2, learning_rate=0.4, topology="rectangular", device="cpu")
data = torch.randn(24, 3)
som.initialize_weights(data=data, mode="random")
bmus = torch.compile(som.identify_bmus)
error = torch.compile(som.quantization_error)
print(bmus(data).shape, error(data))
som._update_weights = torch.compile(som._update_weights)
q, t = som.fit(data)
print(q, t)
