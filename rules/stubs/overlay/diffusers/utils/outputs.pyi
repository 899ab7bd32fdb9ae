"""What diffusers' models give: a dataclass that is a dict of its fields that are not None."""

class BaseOutput:
    @transfer("dataclass", part="set_fields")
    def to_tuple(self) -> tuple: ...
