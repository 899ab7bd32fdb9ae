"""torch.multiprocessing."""
