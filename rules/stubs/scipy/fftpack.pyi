"""scipy.fftpack"""

@breaks("GB0007", kind="skipped-call")
def next_fast_len(*args, **kwargs): ...
