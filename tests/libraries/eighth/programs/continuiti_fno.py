import torch
from continuiti.operators import BelNet, FourierNeuralOperator
from continuiti.operators.shape import OperatorShapes, TensorShape

shapes = OperatorShapes(x=TensorShape(1, (16,)), u=TensorShape(2, (16,)), y=TensorShape(1, (16,)), v=TensorShape(1, (16,)))
fno = FourierNeuralOperator(shapes, depth=2, width=4)
belnet = BelNet(shapes, K=4, N_1=8, N_2=8)
compiled, compiled_belnet = torch.compile(fno), torch.compile(belnet)
x = torch.linspace(0, 1, 16).reshape(1, 1, 16).repeat(3, 1, 1)
u = torch.randn(3, 2, 16)
out = compiled(x, u, x)
out.sum().backward()
print(out.shape, compiled_belnet(x, u, x).shape)
