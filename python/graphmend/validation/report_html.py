"""The report of `graphmend validate` as one page; templates/validate.html is what it looks like."""

from __future__ import annotations

from . import pages, timeline
from .report_text import count, table_rows, verdict_line

TONES = {
    "confirmed": "amber",
    "still breaks": "amber",
    "diverges": "red",
    "mended": "green",
    "not reached": "dim",
    "not observed": "dim",
}


def costs_of(entry: dict, arm: str = "before") -> dict:
    """The profiled cost of each break, by its number among the breaks of the arm."""
    profile = entry["profile"].get(arm)
    if not profile:
        return {}
    by_place: dict = {}
    for cost in sorted(profile["breaks"], key=lambda one: one["number"], reverse=True):
        by_place.setdefault((cost["file"], cost["line"], cost["gb"]), []).append(cost)
    breaks = entry["breaks"] if arm == "before" else entry["breaks_after"]
    found: dict = {}
    for number, one in enumerate(breaks):
        costs = by_place.get((one["dynamo_file"], one["dynamo_line"], one["gb"]))
        if costs:
            found[number] = costs.pop()
    return found


def ranked(entry: dict) -> list:
    """(finding or None, breaks of one place, milliseconds or None), those that cost most first."""
    places: dict = {}
    for number, found in enumerate(entry["breaks"]):
        places.setdefault((found["file"], found["line"], found["gb"]), []).append(number)
    by_break = {n: finding for finding in entry["findings"] for n in finding["breaks"]}
    costs = costs_of(entry)
    items = []
    for numbers in places.values():
        own = [costs[n]["outside_ms"] for n in numbers if n in costs]
        cost = sum(own) if own else None
        items.append((by_break.get(numbers[0]), [entry["breaks"][n] for n in numbers], cost))

    def weight(item):
        # What was measured counts; a function that is not compiled at all costs more than a cut;
        # then what happens often.
        return item[2] or 0.0, any(found["skips_frame"] for found in item[1]), len(item[1])

    return sorted(items, key=weight, reverse=True)


def found_report(found: dict) -> str:
    return found.get("report") or f"{found['gb']}: {found['title']} at {found['path']}:{found['line']}"


def _card(finding, breaks: list, cost) -> dict:
    found = breaks[0]
    return {
        "finding": finding,
        "found": found,
        "times": len(breaks),
        "cost": cost,
        "tone": TONES[finding["verdict"]] if finding else "red",
        "code": pages.excerpt(found["file"], found["line"]),
        "report": found_report(found),
    }


def _timelines(entry: dict) -> list:
    """[(title, drawing, frames, breaks), …], before and after by one scale."""
    scale = timeline.most_ops(entry["timeline"], entry["timeline_after"])
    shown = [("Before", "before", entry["timeline"], entry["breaks"])]
    if entry["after"]:
        shown.append(("After the fixes", "after", entry["timeline_after"], entry["breaks_after"]))
    result = []
    for title, arm, frames, breaks in shown:
        costs = {number: cost["outside_ms"] for number, cost in costs_of(entry, arm).items()}
        result.append((title, timeline.layout(frames, breaks, costs, scale), frames, breaks))
    return result


_NOISY = 4  # quartiles that are so many times apart say nothing of a median
_CHANGES = (
    # (what, beside what, in words)
    ("after", "before", "After the fixes", "before"),
    ("before", "eager", "Compiled", "eager"),
    ("after", "eager", "Compiled with the fixes", "eager"),
)


def changes(rows: dict) -> list:
    """What a benchmark comes to: {"text", "tone", "ratio", "word"}; a slowdown is as loud as a gain."""
    said = []
    for one, other, subject, reference in _CHANGES:
        if one not in rows or other not in rows:
            continue
        this, that = rows[one], rows[other]
        ratio = this["median_ms"] / that["median_ms"]
        # Where the middle halves of the calls overlap, nothing is told apart; and where they are far
        # apart themselves, the machine was busy with something else.
        apart = this["low_ms"] > that["high_ms"] or this["high_ms"] < that["low_ms"]
        noisy = any(row["high_ms"] > _NOISY * row["low_ms"] for row in (this, that))
        word = "no clear difference" if not apart else "slower" if ratio > 1 else "faster"
        word = "too noisy to tell" if noisy else word
        tone = {"slower": "red", "faster": "green"}.get(word, "dim")
        text = f"{subject}: {word}, {ratio:.2f} of the time of {reference}"
        said.append({"text": text, "tone": tone, "ratio": ratio, "word": word})
    return said


def _bench(bench: dict) -> list:
    """[(backend, changes, rows), …]; a row has the width of its bar."""
    shown = []
    for backend, rows in bench.items():
        slowest = max(row["median_ms"] for row in rows.values()) or 1.0
        bars = [(name, 100 * row["median_ms"] / slowest, row) for name, row in rows.items()]
        shown.append((backend, changes(rows), bars))
    return shown


def _entry(number: int, entry: dict) -> dict:
    shown = {"number": number, "entry": entry, "verdict": verdict_line(entry)}
    if not entry["before"]:
        return shown
    quiet = [finding for finding in entry["findings"] if not finding["breaks"]]
    return {
        **shown,
        "rows": table_rows(entry),
        "bench": _bench(entry["bench"]),
        "timelines": _timelines(entry),
        "cards": [_card(*item) for item in ranked(entry)],
        "diffs": [(fix["path"], pages.diff(fix["diff"])) for fix in entry["fixes"]],
        "unreached": [(fix["path"], pages.diff(fix["diff"])) for fix in entry["unreached_fixes"]],
        "quiet": quiet,
        "recompiled": timeline.recompiled(entry["timeline"]),
        "recompiled_after": timeline.recompiled(entry["timeline_after"]),
    }


def render(report: dict) -> str:
    """Raises pages.MissingLibrary."""
    pages.require()
    return pages.render(
        "validate.html",
        report=report,
        title=count(report["totals"]["breaks"], "graph break"),
        entries=[_entry(number, entry) for number, entry in enumerate(report["entries"])],
        tones=TONES,
    )
