// All stubs of a run, one for each module, merged name by name of what graphmend brings, what the
// authors of libraries say and what the user says; the last word holds.
//
//   A module that a stub of graphmend describes is described by the merged one. One that has only
//   an overlay (`overlay/pkg/part.pyi`: functions that speak in place of the library's source) gets
//   a merged overlay. Of any other module a stub that says all is all that is known, and one that
//   speaks for its names becomes an overlay.
#pragma once

#include <cstddef>
#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <unordered_set>

namespace graphmend::models {

// The module of a stub: "torch.nn" for "torch/nn/__init__.pyi".
std::string ModuleOf(std::string_view relative);

class StubSet {
 public:
  struct Stub {
    std::string relative;   // "torch/nn/__init__.pyi"
    std::string module;     // "torch.nn"
    std::string_view text;  // lives as long as the set
    std::string own;        // the text, where it is no embedded one
  };

  // One of graphmend's own; all of them come first.
  void Add(std::string_view relative, std::string_view embedded);
  // `text` must have no syntax errors.
  enum class Says : std::uint8_t { All, Names };
  void Merge(std::string_view relative, std::string_view text, Says says);
  // Whether what lies in an environment may say something of this top-level package: not of torch,
  // NumPy and what comes with Python.
  bool IsOpen(std::string_view package) const;

  const std::deque<Stub>& stubs() const { return stubs_; }
  // Null: there is none of this module.
  const Stub* Find(const std::string& module) const;
  // The module whose stub says what is said of `module`.
  std::string PlaceOf(const std::string& module, Says says) const;
  // The module that an overlay (`overlay/pkg/part.pyi`) speaks of in vain: its source is never
  // read.
  std::optional<std::string> ShadowOf(std::string_view relative) const;

 private:
  Stub* Find(const std::string& module);
  bool DefinesClass(const std::string& place, std::string_view name);
  bool Covers(const std::string& package) const;
  void MergeAt(const std::string& place, std::string_view relative, std::string_view text,
               int depth);

  std::deque<Stub> stubs_;
  std::unordered_map<std::string, std::size_t> by_module_;
  // What `DefinesClass` has looked at, as long as it stays.
  std::unordered_map<std::string, std::unordered_set<std::string>> classes_;
};

}  // namespace graphmend::models
