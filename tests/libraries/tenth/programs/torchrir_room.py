import torch
from torchrir import MicrophoneArray, Room, Source, StaticScene
from torchrir.config import SimulationConfig
from torchrir.sim import simulate

room = Room.shoebox(size=[6.0, 4.0, 3.0], fs=8000, beta=[0.9] * 6)
scene = StaticScene(room=room, sources=Source.from_positions([[1.0, 2.0, 1.5]]), mics=MicrophoneArray.from_positions([[2.0, 2.0, 1.5]]))


@torch.compile
def impulse():
    return simulate(scene, SimulationConfig(max_order=2, tmax=0.05)).rirs


print(impulse().shape)
