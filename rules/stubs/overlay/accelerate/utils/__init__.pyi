"""Accelerate's settings, where it is not in view."""

from accelerate.utils.dataclasses import TorchDynamoPlugin
