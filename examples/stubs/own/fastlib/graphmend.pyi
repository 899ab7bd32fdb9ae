from graphmend import Tensor, breaks, given

@breaks("GB0007", kind="skipped-call", when=given(out), probe="import fastlib ;; fastlib.score(x, out=x)")
def score(x: Tensor, out: Tensor | None = None) -> Tensor: ...

# module: fastlib.deep
class Table:
    @breaks("GB0007", kind="io")
    def load(self, path): ...
