import torch
from neuralfields import SimpleNeuralField, pd_cubic

model = SimpleNeuralField(input_size=2, output_size=2, potentials_dyn_fcn=pd_cubic, activation_nonlin=torch.tanh)
compiled = torch.compile(model)
inputs = torch.randn(12, 2)
out, potentials = compiled.forward(inputs.unsqueeze(0))
loss = (out[:, :-1] - inputs[1:]).pow(2).mean()
loss.backward()
print(out.shape, potentials.shape)
