import torch
from nerfacc import accumulate_along_rays, render_weight_from_alpha, render_weight_from_density


@torch.compile
def render(sigmas, colors, t0, t1):
    weights, transmittance, alphas = render_weight_from_density(t0, t1, sigmas)
    return accumulate_along_rays(weights, values=colors)


t = torch.linspace(0, 1, 9).expand(4, -1)
sigmas = torch.rand(4, 8, requires_grad=True)
render(sigmas, torch.rand(4, 8, 3), t[:, :-1], t[:, 1:]).sum().backward()
