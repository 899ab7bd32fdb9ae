"""yaml.scanner: traced, but for what is escaped in a tag (`!<tag:yaml.org,2002:%69nt>`), which hardly
any text has: bytes() of a list is not (GB0059)."""

class Scanner:
    def scan_uri_escapes(self, name: str, start_mark) -> str: ...
