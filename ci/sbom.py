#!/usr/bin/env python3
"""Prints what a wheel contains, as CycloneDX (a software bill of materials): sbom.py

The libraries are those of subprojects/*.wrap, with the archives and hashes that they are built from, and
what the compiler links in. Needs cyclonedx-python-lib[json-validation]; the document is checked against
the schema before it is printed.
"""

import re
import sys
from pathlib import Path

from cyclonedx.model import ExternalReference, ExternalReferenceType, HashAlgorithm, HashType, XsUri
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentType
from cyclonedx.model.license import LicenseExpression
from cyclonedx.output.json import JsonV1Dot6
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator
from packageurl import PackageURL

import fetch_deps

ROOT = Path(__file__).resolve().parent.parent
# Each library that may be linked in, by the name of its wrap.
LICENSES = {
    "tree-sitter": "MIT",
    "tree-sitter-python": "MIT",
    "rapidjson": "MIT",
    "re2": "BSD-3-Clause",
    "cli11": "BSD-3-Clause",
    "tomlplusplus": "MIT",
}
# Of the compiler that builds the wheel, whose version is not ours to say.
RUNTIMES = {"libstdc++": "GPL-3.0-or-later WITH GCC-exception-3.1", "libgcc": "GPL-3.0-or-later WITH GCC-exception-3.1"}


def version() -> str:
    return re.search(r"(?m)^  version: '([^']+)'", (ROOT / "meson.build").read_text(encoding="utf-8"))[1]


def component(name: str, licence: str) -> Component:
    wrap = fetch_deps.wrap_of(name)
    archive = ExternalReference(
        type=ExternalReferenceType.SOURCE_DISTRIBUTION,
        url=XsUri(wrap["source_url"]),
        hashes=[HashType(alg=HashAlgorithm.SHA_256, content=wrap["source_hash"])],
    )
    owner, repository, release = re.match(r"https://github\.com/([^/]+)/([^/]+)/archive/(?:refs/tags/)?(.+)\.tar\.gz", wrap["source_url"]).groups()
    return Component(
        name=name,
        version=release.lstrip("v"),
        type=ComponentType.LIBRARY,
        bom_ref=name,
        purl=PackageURL("github", owner, repository, release),
        licenses=[LicenseExpression(licence)],
        external_references=[archive],
    )


def bill() -> Bom:
    program = Component(
        name="graphmend", version=version(), type=ComponentType.APPLICATION, bom_ref="graphmend",
        purl=PackageURL("pypi", None, "graphmend", version()), licenses=[LicenseExpression("Apache-2.0")],
    )
    parts = [component(name, licence) for name, licence in LICENSES.items()]
    parts += [Component(name=name, type=ComponentType.LIBRARY, bom_ref=name, licenses=[LicenseExpression(licence)]) for name, licence in RUNTIMES.items()]
    bom = Bom(components=parts)
    bom.metadata.component = program
    bom.register_dependency(program, parts)
    return bom


def main() -> int:
    text = JsonV1Dot6(bill()).output_as_string(indent=2)
    problem = JsonStrictValidator(SchemaVersion.V1_6).validate_str(text)
    if problem is not None:
        print(f"sbom: {problem}", file=sys.stderr)
        return 1
    print(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
