"""torch.utils.backcompat."""
