import torch
from asteroid.losses import PITLossWrapper, pairwise_neg_sisdr
from asteroid.models import ConvTasNet

model = ConvTasNet(n_src=2, n_filters=32, kernel_size=16, n_blocks=2, n_repeats=1, bn_chan=16, hid_chan=16, skip_chan=16)
criterion = PITLossWrapper(pairwise_neg_sisdr, pit_from="pw_mtx")


@torch.compile
def step(mix, sources):
    return criterion(model(mix), sources)


step(torch.randn(2, 1600), torch.randn(2, 2, 1600)).backward()
