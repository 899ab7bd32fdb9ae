"""torch.nn.utils.rnn: packing reads lengths, so most of it does not trace."""

from graphmend import IntTensor, breaks
from torch import Tensor

class PackedSequence:
    data: Tensor
    batch_sizes: IntTensor[1]
    sorted_indices: IntTensor[1] | None
    unsorted_indices: IntTensor[1] | None
    def to(self, *args, **kwargs) -> PackedSequence: ...

@breaks("GB0007", kind="skipped-call")
def pack_padded_sequence(input: Tensor, lengths, batch_first: bool = False, enforce_sorted: bool = True) -> PackedSequence: ...
@breaks("GB0007", kind="skipped-call")
def pack_sequence(sequences: list[Tensor], enforce_sorted: bool = True) -> PackedSequence: ...
@breaks("GB0007", kind="skipped-call")
def pad_packed_sequence(sequence: PackedSequence, batch_first: bool = False, padding_value: float = 0.0, total_length: int | None = None) -> tuple[Tensor, IntTensor[1]]: ...
def pad_sequence(sequences: list[Tensor], batch_first: bool = False, padding_value: float = 0.0, padding_side: str = "right") -> Tensor: ...
@breaks("GB0036", kind="dynamic-shape")
def unpad_sequence(padded_sequences: Tensor, lengths: Tensor, batch_first: bool = False) -> list[Tensor]: ...
