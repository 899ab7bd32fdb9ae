"""Ignite, where it is not in view."""

from ignite.distributed.auto import auto_dataloader, auto_model, auto_optim
