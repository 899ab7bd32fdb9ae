import torch
import torcwa

L = [300.0, 300.0]
eps = torch.ones(32, 32, dtype=torch.complex64)
eps[8:24, 8:24] = 4.0


@torch.compile
def transmission(eps):
    sim = torcwa.rcwa(freq=1 / 532.0, order=[2, 2], L=L, dtype=torch.complex64)
    sim.add_input_layer(eps=1.46**2)
    sim.set_incident_angle(inc_ang=0.0, azi_ang=0.0)
    sim.add_layer(thickness=300.0, eps=eps)
    sim.solve_global_smatrix()
    return sim.S_parameters(orders=[0, 0], direction="forward", port="transmission", polarization="xx", ref_order=[0, 0])


print(transmission(eps))
