"""torch.utils.model_zoo."""

from graphmend import breaks

from torch.hub import load_state_dict_from_url

@breaks("GB0007", kind="skipped-call")
def load_url(url: str, model_dir=None, map_location=None, progress: bool = True, check_hash: bool = False, file_name=None) -> dict[str, object]: ...
