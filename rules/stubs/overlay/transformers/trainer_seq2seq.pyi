"""transformers' trainer for sequences to sequences."""

from transformers.trainer import Trainer

class Seq2SeqTrainer(Trainer): ...
