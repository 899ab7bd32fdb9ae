"""The linter's SARIF log, with what was measured in `properties.validation` of each result.

    results[].properties.validation      [{"entry", "verdict", "why", "breaks": times}]
    runs[0].properties.validation        {"entries": […figures…], "runtimeOnly": […]}
"""

from __future__ import annotations

_FIGURES = ("breaks", "breaks_later", "graphs", "recompiles", "fullgraph", "output")


def annotate(log: dict, paths: list, report: dict) -> dict:
    verdicts: dict = {}
    for entry in report["entries"]:
        for finding in entry["findings"]:
            key = (finding["file"], finding["location"]["line"], finding["code"])
            verdict = {
                "entry": entry["name"],
                "verdict": finding["verdict"],
                "why": finding["why"],
                "breaks": len(finding["breaks"]),
            }
            verdicts.setdefault(key, []).append(verdict)
    run = log["runs"][0]
    for result, path in zip(run["results"], paths):
        line = result["locations"][0]["physicalLocation"]["region"]["startLine"]
        found = verdicts.get((path, line, result["ruleId"]))
        if found:
            result.setdefault("properties", {})["validation"] = found
    run.setdefault("properties", {})["validation"] = {
        "entries": [_entry(entry) for entry in report["entries"]],
        "runtimeOnly": [
            {
                "entry": entry["name"],
                "path": found["path"],
                "line": found["line"],
                "gbId": found["gb"],
                "title": found["title"],
            }
            for entry in report["entries"]
            for found in entry["runtime_only"]
        ],
    }
    return log


def _entry(entry: dict) -> dict:
    shown = {"name": entry["name"], "fault": entry["fault"]}
    for arm in ("before", "after"):
        shown[arm] = entry[arm] and {name: entry[arm][name] for name in _FIGURES}
    return shown
