"""xml.etree.ElementTree."""

from graphmend import breaks
# Not traced, whatever they are called with.
@breaks("GB0147", kind="skipped-call")
def Comment(*args, **kwargs): ...
class Element:
    @breaks("GB0147", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
@breaks("GB0007", kind="skipped-call")
def SubElement(*args, **kwargs): ...
class TreeBuilder:
    @breaks("GB0156", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class XMLParser:
    @breaks("GB0156", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
class XMLPullParser:
    @breaks("GB0156", kind="skipped-call")
    def __init__(self, *args, **kwargs) -> None: ...
