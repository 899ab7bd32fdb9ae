import torch
from pylightcurve_torch import TransitModule

tm = TransitModule(time=torch.linspace(-0.1, 0.1, 50), rp=0.1, t0=0.0, P=3.5, a=9.0, i=88.0, e=0.0, w=90.0, method="linear", ldc=0.3)
tm.activate_grad("rp") if hasattr(tm, "activate_grad") else None
compiled = torch.compile(tm)
flux = compiled()
print(flux.shape, flux.min())
