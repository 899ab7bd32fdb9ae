import torch
from torch import nn
from CRM_pytorch import ComplexRatioMask


class Enhancer(nn.Module):
    def __init__(self, bins=33):
        super().__init__()
        self.rnn = nn.GRU(2 * bins, 32, batch_first=True)
        self.out = nn.Linear(32, 2 * bins)
        self.crm = ComplexRatioMask(masking_mode="E")

    def forward(self, real, imag):
        hidden, _ = self.rnn(torch.cat([real, imag], -1))
        mask_real, mask_imag = self.out(hidden).chunk(2, -1)
        return self.crm(real, imag, mask_real, mask_imag)


net = torch.compile(Enhancer())
real, imag = torch.randn(2, 20, 33), torch.randn(2, 20, 33)
out = net(real, imag)
print(out.shape, out.dtype)
for mode in ("C", "R"):
    crm = torch.compile(ComplexRatioMask(masking_mode=mode))
    print(crm(real, imag, torch.rand_like(real), torch.rand_like(imag), return_real_imag=True)[0].shape)
