"""torch.ao."""
