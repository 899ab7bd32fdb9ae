import torch
import torchphysics as tp

X, T, U = tp.spaces.R1("x"), tp.spaces.R1("t"), tp.spaces.R1("u")
model = tp.models.Sequential(tp.models.NormalizationLayer(tp.domains.Interval(X, 0, 1) * tp.domains.Interval(T, 0, 1)), tp.models.FCN(input_space=X * T, output_space=U, hidden=(16, 16)))
compiled = torch.compile(model)
points = tp.spaces.Points(torch.rand(8, 2), X * T)
compiled(points).as_tensor.square().mean().backward()
