// The findings that are known and not reported: a JSON file that a project commits.
//
// An entry names path, rule, qualified function and text of the line, and how many findings are
// like that; no line numbers, so what moves within a file stays known. What was known in a file
// that is gone is looked for in others, and what was known in a function of a file in the rest of
// that file, so that renamed files and functions stay known, too. Each finding uses up one entry.
#pragma once

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <vector>

#include "base/result.h"
#include "lint/identity.h"
#include "lint/outcome.h"

namespace graphmend::project {

// What a run has looked at, and so what it can say is gone.
struct BaselineScope {
  std::set<std::string> files;  // as shown
  std::function<bool(const std::string& path, const std::string& code)> looked_for;
};

class Baseline {
 public:
  // A file that is not there is an empty baseline where `may_be_missing`.
  static base::Result<Baseline> Read(const std::string& path, bool may_be_missing);
  // One of that path that holds `text`.
  static base::Result<Baseline> FromText(const std::string& path, const std::string& text);

  // Moves what is known from the findings to the suppressed ones.
  void Apply(lint::Outcome& outcome, const BaselineScope& scope);

  // After `Apply`: what nothing in the scope uses, as "model.py: GM101 in Model.forward: `if x:`".
  std::vector<std::string> Stale() const;
  // The file without that.
  std::string Pruned() const;
  // The file for the findings of `outcome`, known or not, and what lies outside the scope.
  std::string Updated(const lint::Outcome& outcome) const;

  const std::string& path() const { return path_; }
  std::size_t size() const;

 private:
  explicit Baseline(const std::string& path);

  using Counts = std::map<lint::Identity, std::size_t>;

  base::Result<bool> Parse(const std::string& text);
  lint::Identity InFile(const lint::Identity& shown) const;
  std::string Write(const Counts& counts) const;
  template <class KeyOf, class MayServe>
  void Match(std::vector<const diag::Diagnostic*>& open, std::set<const diag::Diagnostic*>& known,
             KeyOf key_of, MayServe may_serve);

  std::string path_;
  std::string directory_;  // absolute: what the paths in it are relative to
  Counts counts_;          // as written
  Counts open_;            // not used up by a finding
  Counts stale_;           // of these, what is gone
};

}  // namespace graphmend::project
