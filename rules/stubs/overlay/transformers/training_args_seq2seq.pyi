"""transformers' settings for training sequences to sequences."""

from transformers.training_args import TrainingArguments

class Seq2SeqTrainingArguments(TrainingArguments): ...
