"""torch.ops: operators by namespace; what is not listed is not modelled."""
