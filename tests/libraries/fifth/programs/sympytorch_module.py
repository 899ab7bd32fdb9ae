import sympy
import sympytorch
import torch

x, y, a = sympy.symbols("x y a")
module = sympytorch.SymPyModule(expressions=[sympy.cos(1.0 * x) * sympy.sin(y) + a, sympy.Max(x, y) ** 2, sympy.Abs(x - 2.5 * y)])
compiled = torch.compile(module)
out = compiled(x=torch.randn(5), y=torch.randn(5), a=torch.ones(5))
out.sum().backward()
print(module.sympy())
