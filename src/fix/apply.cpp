#include "fix/apply.h"

#include <algorithm>
#include <map>
#include <tuple>

#include "syntax/parse.h"

namespace graphmend::fix {
namespace {

using diag::Diagnostic;
using diag::Edit;

// One fix that may be applied, with the finding it belongs to.
struct Candidate {
  const Diagnostic* diagnostic;
  const diag::Fix* fix;
};

auto OrderOf(const Candidate& candidate) {
  const std::vector<Edit>& edits = candidate.fix->edits;
  return std::tuple(std::string_view(candidate.diagnostic->location.file->path()),
                    edits.front().span.begin, edits.back().span.end,
                    std::string_view(candidate.diagnostic->code));
}

bool Same(const Edit& a, const Edit& b) { return a.span == b.span && a.text == b.text; }

// Replacements may adjoin; an insertion may not stand at the edge of another edit, since the order
// of the two would be chance.
bool Touch(const Edit& a, const Edit& b) {
  if (a.span.size() == 0 || b.span.size() == 0)
    return a.span.begin <= b.span.end && b.span.begin <= a.span.end;
  return a.span.begin < b.span.end && b.span.begin < a.span.end;
}

// From its first edit to its last.
source::Span ExtentOf(const diag::Fix& fix) {
  return {fix.edits.front().span.begin, fix.edits.back().span.end};
}

bool Meet(const std::vector<std::string>& a, const std::vector<std::string>& b) {
  return std::find_first_of(a.begin(), a.end(), b.begin(), b.end()) != a.end();
}

// Whether one of them could read what the other has set, a variable or a name of the module: each
// has chosen names that are free in the file as it was. Those with an edit in common have set it
// once for both.
bool ShareName(const diag::Fix& a, const diag::Fix& b) {
  if (std::find_first_of(a.edits.begin(), a.edits.end(), b.edits.begin(), b.edits.end(), Same) !=
      a.edits.end())
    return false;
  if (Meet(a.module_names, b.module_names) || Meet(a.module_names, b.names) ||
      Meet(a.names, b.module_names))
    return true;
  const source::Span of_a = ExtentOf(a), of_b = ExtentOf(b);
  return of_a.begin <= of_b.end && of_b.begin <= of_a.end && Meet(a.names, b.names);
}

// Edits that do not touch one another, so that they end in the order in which they begin.
class ApartEdits {
 public:
  // The first one found that touches `edit`, another one than `edit` itself where there is one.
  const Edit* Met(const Edit& edit) const {
    const Edit* same = nullptr;
    auto at = edits_.upper_bound(edit.span.end);
    while (at != edits_.begin() && (--at)->second.span.end >= edit.span.begin) {
      if (Same(at->second, edit)) same = &at->second;
      else if (Touch(at->second, edit)) return &at->second;
    }
    return same;
  }

  void Add(const Edit& edit) { edits_.emplace(edit.span.begin, edit); }

  std::vector<Edit> All() const {
    std::vector<Edit> all;
    for (const auto& [begin, edit] : edits_) all.push_back(edit);
    return all;
  }

 private:
  std::multimap<decltype(source::Span::begin), Edit> edits_;
};

// The edits taken in one file.
class FileEdits {
 public:
  bool Take(const diag::Fix& fix) {
    const bool names = !fix.names.empty() || !fix.module_names.empty();
    if (names && std::any_of(taken_.begin(), taken_.end(),
                             [&](const diag::Fix* other) { return ShareName(*other, fix); }))
      return false;
    std::vector<Edit> fresh;
    for (const Edit& edit : fix.edits) {
      const Edit* met = edits_.Met(edit);
      if (met != nullptr && !Same(*met, edit)) return false;
      for (const Edit& shared : shared_)
        if (Touch(shared, edit)) return false;
      if (met == nullptr) fresh.push_back(edit);
    }
    for (const Edit& edit : fix.shared)
      if (edits_.Met(edit) != nullptr) return false;
    for (const Edit& edit : fresh) edits_.Add(edit);
    for (const Edit& edit : fix.shared)
      if (std::none_of(shared_.begin(), shared_.end(),
                       [&](const Edit& e) { return Same(e, edit); }))
        shared_.push_back(edit);
    if (names) taken_.push_back(&fix);
    return true;
  }

  std::vector<Edit> Sorted() const {
    std::vector<Edit> all = edits_.All();
    all.insert(all.end(), shared_.begin(), shared_.end());
    std::sort(all.begin(), all.end(), [](const Edit& a, const Edit& b) {
      return std::tie(a.span.begin, a.span.end, a.text) <
             std::tie(b.span.begin, b.span.end, b.text);
    });
    return all;
  }

 private:
  ApartEdits edits_;
  std::vector<Edit> shared_;
  std::vector<const diag::Fix*> taken_;  // those that introduce names
};

std::vector<Candidate> Candidates(const std::vector<Diagnostic>& diagnostics,
                                  diag::Applicability least,
                                  const std::vector<std::string>& leave) {
  std::vector<Candidate> candidates;
  for (const Diagnostic& diagnostic : diagnostics) {
    const std::string& path = diagnostic.location.file->path();
    if (std::find(leave.begin(), leave.end(), path) != leave.end()) continue;
    for (const diag::Fix& fix : diagnostic.fixes) {
      if ((fix.applicability < least && !fix.asked_for) || fix.edits.empty()) continue;
      candidates.push_back({&diagnostic, &fix});
      break;
    }
  }
  // What is made only because it is asked for waits until nothing else is left: in another round
  // the code may have an equivalent of its own.
  auto waits = [](const Candidate& candidate) { return candidate.fix->asked_for; };
  if (!std::all_of(candidates.begin(), candidates.end(), waits)) std::erase_if(candidates, waits);
  std::stable_sort(candidates.begin(), candidates.end(),
                   [](const Candidate& a, const Candidate& b) { return OrderOf(a) < OrderOf(b); });
  return candidates;
}

bool HasSyntaxError(const source::SourceFile& file, base::Interner& interner) {
  return !syntax::Parse(file, interner)->errors.empty();
}

}  // namespace

std::string WithEdits(std::string_view text, const std::vector<Edit>& edits) {
  std::string out;
  std::size_t at = 0;
  for (const Edit& edit : edits) {
    out += text.substr(at, edit.span.begin - at);
    out += edit.text;
    at = edit.span.end;
  }
  return out += text.substr(at);
}

Applied Apply(const std::vector<Diagnostic>& diagnostics, diag::Applicability least,
              const std::vector<std::string>& leave, base::Interner& interner) {
  std::map<std::string, std::pair<const source::SourceFile*, FileEdits>> files;
  Applied applied;
  for (const Candidate& candidate : Candidates(diagnostics, least, leave)) {
    const source::SourceFile* file = candidate.diagnostic->location.file;
    auto& [source, edits] = files[file->path()];
    source = file;
    if (!edits.Take(*candidate.fix)) continue;
    const std::uint32_t line = file->LineOf(candidate.diagnostic->location.span.begin);
    applied.fixes.push_back({file->path(), line, file->InCell(line), candidate.diagnostic->code,
                             candidate.diagnostic->function, candidate.fix->name,
                             candidate.fix->title, candidate.fix->applicability,
                             candidate.fix->difference, candidate.fix->leads,
                             candidate.fix->leads_to});
  }
  for (const auto& [shown, entry] : files) {
    const std::string& path = shown;  // lambdas see it, before Clang 16, too
    const auto& [source, edits] = entry;
    std::vector<Edit> sorted = edits.Sorted();
    std::string text = WithEdits(source->text(), sorted);
    if (text == source->text()) continue;
    // What is wrong in a file may be why a fix seems right.
    if (HasSyntaxError(*source, interner)) {
      std::erase_if(applied.fixes, [&](const AppliedFix& fix) { return fix.path == path; });
      continue;
    }
    if (HasSyntaxError({path, text}, interner)) {
      applied.broken.push_back(path);
      std::erase_if(applied.fixes, [&](const AppliedFix& fix) { return fix.path == path; });
      continue;
    }
    applied.texts.emplace(path, std::move(text));
    applied.edits.emplace(path, std::move(sorted));
  }
  return applied;
}

}  // namespace graphmend::fix
