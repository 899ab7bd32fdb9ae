import torch
import functools


def traced(function):
    @functools.wraps(function)
    def wrapper(*args, **kwargs):
        # between
        return function(*args, **kwargs)

    return wrapper


@traced  # a comment
# another
@torch.compile
async def rare(a, /, b: "torch.Tensor" = None, *rest, c=1, **more):
    global made
    try:
        made = [y async for y in b if (z := y.item()) > 0]
    except* ValueError as e:
        raise RuntimeError from e
    else:
        match a:
            case [1, *tail] if tail:
                yield tail
            case {"k": v, **others} | (v, others):
                del others
            case Q(x=0) | None:
                pass
    finally:
        a[..., 1:-1, None] = lambda q: (yield q)
    with torch.no_grad() as g, open("f") as h:
        x = yield from rare(a, *rest, **more)
    nonlocal_ = rb"\xff" b"" if a else u"é𝄞"
    return x @ a  # graphmend: ignore[GM101] because


class Meta(type):
    def __call__(cls, *a):
        return super().__call__(*a)


class Q(torch.nn.Module, metaclass=Meta):
    __slots__ = ("x",)

    @property
    def forward(self):
        return self.x.item
