"""torch.masked."""
