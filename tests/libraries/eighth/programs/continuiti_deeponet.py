import torch
from continuiti.operators import DeepONet
from continuiti.operators.losses import MSELoss
from continuiti.operators.shape import OperatorShapes, TensorShape

shapes = OperatorShapes(x=TensorShape(1, (16,)), u=TensorShape(1, (16,)), y=TensorShape(1, (10,)), v=TensorShape(1, (10,)))
operator = DeepONet(shapes=shapes, trunk_depth=2, branch_depth=2)
loss_function = MSELoss()
x = torch.linspace(0, 1, 16).reshape(1, 1, 16).repeat(4, 1, 1)
y = torch.rand(4, 1, 10)
u, v = torch.sin(x), torch.cos(y)
loss = torch.compile(lambda x, u, y, v: loss_function(operator, x, u, y, v))
value = loss(x, u, y, v)
value.backward()
print(value.item())
