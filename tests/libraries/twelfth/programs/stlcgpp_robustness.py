import torch
from stlcgpp.formula import Always, And, Eventually, GreaterThan, LessThan, Predicate

speed = Predicate("speed", lambda x: x[..., 0])
formula = And(Always(LessThan(speed, 2.0)), Eventually(GreaterThan(speed, 0.5), interval=[0, 5]))
compiled = torch.compile(formula)
signal = torch.randn(12, 1, requires_grad=True)
trace = compiled(signal)
trace[0].backward()
print(trace.shape)
