import deepwave
import torch

velocity = torch.full((20, 24), 1500.0)
propagator = deepwave.Scalar(velocity, grid_spacing=5.0, v_requires_grad=True)
source = deepwave.wavelets.ricker(25, 40, 0.002, 0.03).reshape(1, 1, -1)
locations = torch.tensor([[[5, 5]]])
receivers = torch.tensor([[[5, 10], [5, 15]]])


@torch.compile
def misfit(observed):
    out = propagator(0.002, source_amplitudes=source, source_locations=locations, receiver_locations=receivers, accuracy=4, pml_width=4, python_backend=True)
    return torch.nn.functional.mse_loss(out[-1], observed)


misfit(torch.zeros(1, 2, 40)).backward()
