import torch
from ml4gw.gw import compute_antenna_responses, compute_observed_strain, get_ifo_geometry
from ml4gw.waveforms import IMRPhenomD

frequencies = torch.linspace(20, 200, 64, dtype=torch.float64)
waveform = torch.compile(IMRPhenomD())
n = 3
mass = torch.full((n,), 30.0, dtype=torch.float64)
ratio = torch.full((n,), 0.24, dtype=torch.float64)
zeros = torch.zeros(n, dtype=torch.float64)
cross, plus = waveform(frequencies, mass, ratio, zeros, zeros, zeros + 500, zeros, zeros, 20.0)
tensors, vertices = get_ifo_geometry("H1", "L1")


@torch.compile
def project(dec, psi, phi, plus, cross):
    return compute_observed_strain(dec, psi, phi, detector_tensors=tensors, detector_vertices=vertices, sample_rate=64, plus=plus, cross=cross)


print(project(torch.rand(n), torch.rand(n), torch.rand(n), torch.randn(n, 64), torch.randn(n, 64)).shape)
