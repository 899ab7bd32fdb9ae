import torch
from grafx.processors import BiquadFilter, STFTMaskedNoiseReverb, StereoGain

torch.manual_seed(0)
gain, reverb = StereoGain(), STFTMaskedNoiseReverb(ir_len=2000, flashfftconv=False, max_input_len=2048)
biquad = BiquadFilter(num_filters=2, backend="fsm", fsm_fir_len=256)


def parameters_of(processor, batch):
    sizes = processor.parameter_size()
    return {name: (torch.randn(batch, *((size,) if isinstance(size, int) else size)) * 0.1).requires_grad_() for name, size in sizes.items()}


p_gain, p_reverb, p_biquad = parameters_of(gain, 2), parameters_of(reverb, 2), parameters_of(biquad, 2)


@torch.compile
def chain(x):
    x = biquad(x, **p_biquad)
    x = gain(x, **p_gain)
    return x + 0.1 * reverb(x, **p_reverb)


y = chain(torch.randn(2, 2, 1024))
y.square().mean().backward()
print(y.shape)
