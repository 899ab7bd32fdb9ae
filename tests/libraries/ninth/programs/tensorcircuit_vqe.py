import tensorcircuit as tc
import torch

K = tc.set_backend("pytorch")
parameters = torch.zeros(2, 3, requires_grad=True)


@torch.compile
def energy(parameters):
    c = tc.Circuit(3)
    for layer in range(2):
        for i in range(3):
            c.rx(i, theta=parameters[layer, i])
        for i in range(2):
            c.cnot(i, i + 1)
    return K.real(c.expectation_ps(z=[0, 1]) + c.expectation_ps(x=[2]))


value = energy(parameters + 0.1)
value.backward()
print(value, parameters.grad)
