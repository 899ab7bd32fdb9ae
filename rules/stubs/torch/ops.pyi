"""torch.ops: operators by namespace; their results are not modelled."""
