import torch
from torchcrop import Lintul5Model
from torchcrop.drivers import WeatherDriver

model = Lintul5Model(smooth=True)
days = torch.arange(60.0, 64.0)
weather = torch.stack([days, torch.full((4,), 12.0), torch.full((4,), 6.0), torch.full((4,), 18.0), torch.full((4,), 15.0), torch.full((4,), 1.0), torch.full((4,), 1.0),
                       torch.full((4,), 2.0)], -1)[None]
simulate = torch.compile(model)
out = simulate(WeatherDriver(weather), start_doy=60)
print(len(out.states))
