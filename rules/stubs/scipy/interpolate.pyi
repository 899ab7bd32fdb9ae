"""scipy.interpolate"""

@breaks("GB0157", kind="skipped-call")
def interp1d(*args, **kwargs): ...
