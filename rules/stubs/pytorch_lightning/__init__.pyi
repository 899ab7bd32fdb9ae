"""Lightning: which methods of a module it compiles along."""

from lightning.pytorch import LightningDataModule, LightningModule, Trainer
