// What an analysis is asked for.
#pragma once

#include <compare>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "source/source_file.h"

namespace graphmend::infer {

struct Trace;

// All: besides modules each public function and method that takes something.
enum class AssumeCompiled : std::uint8_t { Auto, Modules, Public, Explicit };

struct Release {
  int major = 2;
  int minor = 13;
  friend auto operator<=>(const Release&, const Release&) = default;
};

struct Options {
  Release target;
  AssumeCompiled assume = AssumeCompiled::Auto;
  bool fullgraph = false;                      // of assumed entries and of `entry_points`
  std::vector<std::string> dynamo_flags = {};  // those of torch._dynamo.config that are on
  // What is compiled though no code in view says so: dotted names of functions, of module classes
  // and of their methods; a colon may stand between module and name.
  std::vector<std::string> entry_points = {};
  // Where models that code names by id, "org/name", keep their `config.json`: the cache of the
  // Hugging Face hub, and the folder that relative paths start at. Empty: nothing is looked up.
  std::string model_hub = {};
  std::string working_directory = {};
  std::optional<int> python_minor = {};  // of Python 3 that runs the program; nothing: not known
  // Older than 3.12: comprehensions are functions, and cached properties take locks.
  bool MayBeOldPython() const { return python_minor.value_or(0) < 12; }
  std::uint64_t budget = 10'000'000;  // instructions that are interpreted for one file
  // Where in a text code stands that is known without being followed, written by graphmend's fixes;
  // an empty span where there is none. Null: nowhere.
  source::Span (*known_code)(std::string_view text) = nullptr;
  bool keep_trees = false;  // also of files in which nothing was found: an editor asks again
  bool checked = false;     // for tests: an inconsistent result is an internal error, and no hole
  Trace* trace = nullptr;   // where to record what is executed (trace.h); null: nowhere
};

}  // namespace graphmend::infer
