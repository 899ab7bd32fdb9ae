"""logging.handlers."""

from graphmend import breaks

from logging import FileHandler, Handler

class RotatingFileHandler(FileHandler): ...
class QueueHandler(Handler): ...
# Not traced, whatever they are called with.
class SysLogHandler:
    @breaks("GB0156", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
