import meent
import torch

pattern = torch.tensor([[[1.0, 1.0, 1.0, 3.48, 3.48, 3.48, 1.0, 1.0]]])


@torch.compile
def efficiency(thickness):
    mee = meent.call_mee(backend=2, pol=0, n_top=1.0, n_bot=1.45, theta=0.2, phi=0.0, fto=[3, 0], wavelength=900.0, period=[1000.0, 1000.0], thickness=thickness, ucell=pattern, type_complex=torch.complex128)
    result = mee.conv_solve().res
    return result.de_ri.sum(), result.de_ti.sum()


print(efficiency([500.0]))
