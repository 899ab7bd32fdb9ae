#include "lint/holes.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "lint/place.h"

namespace graphmend::lint {
namespace {

using infer::Hole;
using infer::HoleKind;

auto KeyOf(const Hole& hole) { return std::tuple(PlaceOf(hole.location), hole.why); }

// Behind "`f`: ", and behind "`f` (model.py:12: ".
std::string_view ReasonText(HoleKind why) {
  switch (why) {
    case HoleKind::Budget: return "there is too much to follow";
    case HoleKind::Depth: return "it is nested too deeply";
    case HoleKind::UnknownCallee: return "the source does not tell what it is";
    case HoleKind::ManyCallees: return "it may be one of too many callables";
    case HoleKind::Library: return "its source is not in view";
    case HoleKind::Unparsed: return "it cannot be parsed";
    case HoleKind::Target: return "the source does not tell what is compiled";
    case HoleKind::Unsettled: return "it was wrongly assumed to raise, a bug in graphmend";
  }
  return "";
}

// "model.py:12", "model.ipynb:cell 3:2"
std::string LineOf(const diag::Location& at) {
  const std::uint32_t line = at.file->LineOf(at.span.begin);
  const auto cell = at.file->InCell(line);
  return at.file->path() + ":" +
         (cell ? "cell " + std::to_string(cell->cell) + ":" + std::to_string(cell->line)
               : std::to_string(line));
}

// Distinct subjects with the same reason count as one. First what is compiled and not known at all,
// then what most entries meet.
std::vector<const Hole*> MostMet(const std::vector<Hole>& holes) {
  std::map<std::tuple<std::string_view, HoleKind>, std::pair<const Hole*, std::size_t>> by_subject;
  for (const Hole& hole : holes) {
    auto& [first, entries] = by_subject[{hole.subject, hole.why}];
    if (!first || KeyOf(hole) < KeyOf(*first)) first = &hole;
    entries += hole.entries;
  }
  std::vector<std::pair<const Hole*, std::size_t>> met;
  for (const auto& [subject, one] : by_subject) met.push_back(one);
  std::sort(met.begin(), met.end(), [](const auto& a, const auto& b) {
    const bool entry_a = a.first->why == HoleKind::Target,
               entry_b = b.first->why == HoleKind::Target;
    if (entry_a != entry_b) return entry_a;
    return a.second != b.second ? a.second > b.second : KeyOf(*a.first) < KeyOf(*b.first);
  });
  std::vector<const Hole*> first;
  for (const auto& [hole, entries] : met) first.push_back(hole);
  return first;
}

}  // namespace

void MergeHoles(std::vector<Hole>& holes) {
  std::sort(holes.begin(), holes.end(), [](const Hole& a, const Hole& b) {
    return KeyOf(a) != KeyOf(b) ? KeyOf(a) < KeyOf(b)
                                : std::tuple(PlaceOf(a.entry), std::string_view(a.target)) <
                                      std::tuple(PlaceOf(b.entry), std::string_view(b.target));
  });
  std::vector<Hole> merged;
  for (Hole& hole : holes) {
    if (merged.empty() || KeyOf(merged.back()) != KeyOf(hole)) {
      merged.push_back(std::move(hole));
      continue;
    }
    merged.back().entries += hole.entries;
    if (merged.back().entry.file) continue;
    merged.back().entry = hole.entry;
    merged.back().target = std::move(hole.target);
  }
  holes = std::move(merged);
}

std::string_view Slug(HoleKind why) {
  switch (why) {
    case HoleKind::Budget: return "budget";
    case HoleKind::Depth: return "depth";
    case HoleKind::UnknownCallee: return "unknown-callee";
    case HoleKind::ManyCallees: return "many-callees";
    case HoleKind::Library: return "library";
    case HoleKind::Unparsed: return "unparsed";
    case HoleKind::Target: return "unknown-target";
    case HoleKind::Unsettled: return "unsettled";
  }
  return "";
}

std::string Describe(const Hole& hole) {
  std::string subject = hole.subject.empty() ? "a part" : "`" + hole.subject + "`";
  return subject + " is not followed: " + std::string(ReasonText(hole.why));
}

namespace {
std::string SubjectAndPlace(const Hole& hole) {
  return (hole.subject.empty() ? "a part" : "`" + hole.subject + "`") + " (" +
         (hole.location.file ? LineOf(hole.location) + ": " : "") +
         std::string(ReasonText(hole.why)) + ")";
}
}  // namespace

bool IsNotFollowed(const infer::Entry& entry) { return entry.unknown && !entry.how.IsAssumed(); }

std::vector<std::string> NotFollowedOf(const infer::Entry& entry, const std::vector<Hole>& holes) {
  std::vector<Hole> own;
  for (const Hole& hole : holes)
    if (PlaceOf(hole.why == HoleKind::Target ? hole.location : hole.entry) ==
        PlaceOf(entry.location))
      own.push_back(hole);
  std::vector<std::string> lines;
  for (const Hole* hole : MostMet(own)) lines.push_back(SubjectAndPlace(*hole));
  return lines;
}

std::string NotFollowed(const Outcome& outcome) {
  constexpr std::size_t kMostNamed = 3;
  if (!outcome.IsIncomplete()) return {};
  const std::size_t incomplete = outcome.IncompleteEntries();
  std::string text = std::to_string(incomplete) + " of " +
                     Count(outcome.entries.size(), "entry", "entries") +
                     (incomplete == 1 ? " was" : " were") + " followed only in part";
  const std::vector<const Hole*> met = MostMet(outcome.holes);
  for (std::size_t i = 0; i < std::min(met.size(), kMostNamed); ++i) {
    text += i == 0 ? ": " : ", ";
    text += SubjectAndPlace(*met[i]);
  }
  if (met.size() > kMostNamed)
    text +=
        " and " + std::to_string(met.size() - kMostNamed) + " more; `graphmend entries` lists them";
  return text;
}

}  // namespace graphmend::lint
