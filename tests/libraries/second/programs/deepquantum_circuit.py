import deepquantum as dq
import torch


class Net(torch.nn.Module):
    def __init__(self):
        super().__init__()
        self.circuit = dq.QubitCircuit(2)
        self.circuit.rxlayer(encode=True)
        self.circuit.rylayer()
        self.circuit.cnot(0, 1)
        self.circuit.observable(0)

    def forward(self, x):
        self.circuit(x)
        return self.circuit.expectation()


model = torch.compile(Net())
model(torch.rand(3, 2)).sum().backward()
