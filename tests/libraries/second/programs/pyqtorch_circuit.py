import pyqtorch as pyq
import torch

circuit = pyq.QuantumCircuit(2, [pyq.RX(0, "theta"), pyq.RY(1, "phi"), pyq.CNOT(0, 1)])
observable = pyq.Observable([pyq.Z(0), pyq.Z(1)])
theta = torch.rand(1, requires_grad=True)
expectation = torch.compile(lambda theta: pyq.expectation(circuit, values={"theta": theta, "phi": theta * 2}, observable=observable))
expectation(theta).sum().backward()
run = torch.compile(circuit)
run(pyq.zero_state(2), {"theta": theta, "phi": theta})
