"""The report of `graphmend triage` as one page; templates/triage.html is what it looks like."""

from __future__ import annotations

from . import pages, reading, timeline


def _frames(compilations: list) -> tuple:
    """(frames, breaks) for a timeline: what logs tell of each compilation, in their order."""
    frames, breaks = [], []
    for one in compilations:
        frames.append({**one["frame"], "break": len(breaks) if one["found"] else None})
        if one["found"]:
            breaks.append(one["found"])
    return frames, breaks


def _card(item: dict) -> dict:
    readable = reading.is_source(item["file"])
    return {"item": item, "code": pages.excerpt(item["file"], item["line"]) if readable else []}


def render(report: dict) -> str:
    """Raises pages.MissingLibrary."""
    pages.require()
    frames, breaks = _frames(report["compilations"])
    drawing = timeline.layout(frames, breaks, {}, timeline.most_ops(frames))
    return pages.render(
        "triage.html",
        report=report,
        title=pages.count(report["records"], "graph break"),
        cards=[_card(item) for item in report["breaks"]],
        timelines=[("Compilations in the logs", drawing, frames, breaks)] if frames else [],
        recompiled=timeline.recompiled(frames),
    )
