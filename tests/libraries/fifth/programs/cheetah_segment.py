import torch
from cheetah import BPM, Drift, HorizontalCorrector, ParameterBeam, ParticleBeam, Quadrupole, Segment

segment = Segment(
    elements=[
        BPM(name="BPM1"),
        Drift(length=torch.tensor(0.5)),
        Quadrupole(length=torch.tensor(0.2), k1=torch.tensor(4.2), name="Q1"),
        HorizontalCorrector(length=torch.tensor(0.1), angle=torch.tensor(1e-3)),
        Drift(length=torch.tensor(0.5)),
    ]
)
track = torch.compile(segment.track)
beam = ParticleBeam.from_parameters(num_particles=100, sigma_x=torch.tensor(1e-4), energy=torch.tensor(1e8))
outgoing = track(beam)
print(outgoing.sigma_x, outgoing.mu_x)
print(track(ParameterBeam.from_parameters(energy=torch.tensor(1e8))).sigma_y)
