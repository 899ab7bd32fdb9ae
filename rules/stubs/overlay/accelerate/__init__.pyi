"""Accelerate, where it is not in view."""

from accelerate.accelerator import Accelerator
