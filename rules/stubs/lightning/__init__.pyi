"""Lightning: which methods of a module it compiles along."""

from lightning.fabric import Fabric
from lightning.pytorch import LightningDataModule, LightningModule, Trainer
