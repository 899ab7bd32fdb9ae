"""loguru: one logger for all."""

from loguru._logger import Logger

logger: Logger
