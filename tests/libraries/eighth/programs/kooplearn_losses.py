import torch
from kooplearn.torch.nn import AutoEncoderLoss, EnergyLoss, SpectralContrastiveLoss, VampLoss
from torch import nn

torch.manual_seed(0)
encoder, decoder, evolution = nn.Linear(6, 4), nn.Linear(4, 6), nn.Linear(4, 4, bias=False)
vamp, contrastive, ae = VampLoss(schatten_norm=2), SpectralContrastiveLoss(), AutoEncoderLoss(alpha_lin=0.5)


@torch.compile
def koopman_loss(x, y):
    x_enc, y_enc = encoder(x), encoder(y)
    x_evo = evolution(x_enc)
    reconstruction = ae(x, y, decoder(x_enc), y_enc, x_evo, decoder(x_evo))
    return reconstruction + vamp(x_enc, y_enc) + contrastive(x_enc, y_enc)


x = torch.randn(40, 6)
loss = koopman_loss(x[:-1], x[1:])
loss.backward()
print(loss.item())
