"""sysconfig."""

from graphmend import breaks
# Not traced, whatever they are called with.
@breaks("GB0007", kind="skipped-call")
def get_config_h_filename(*args, **kwargs): ...
@breaks("GB0007", kind="skipped-call")
def get_makefile_filename(*args, **kwargs): ...
@breaks("GB0007", kind="skipped-call")
def get_platform(*args, **kwargs): ...
