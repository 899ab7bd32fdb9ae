// What a case is. Markdown is the container: a heading opens a case, whose `py` blocks are its
// files. Headings nest ("Example", "Example / Every form of a test"); a heading without code is
// text.
//
//   ```py             the file case.py, or the one named on the line above: `b.py`:
//   ```toml           settings, as in a graphmend.toml
//   ```output         snapshot: what `check` prints
//   ```diff           snapshot: what each fix promises (`case.py:7: GM106: unsafe: why`), and what
//                     `check --diff` prints; `diff unsafe` with --unsafe-fixes
//   ```syntax names flow facts    snapshot: what that stage dumps; `flow f` only that function
//
// Snapshots are rewritten by `graphmend_cases --update`; markers (see markers.h) never are.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "settings/layer.h"

namespace graphmend::harness {

struct CodeFile {
  std::string name;
  std::string text;
  std::uint32_t first_line = 0;  // in the Markdown: where line 1 of the text stands
};

enum class SnapshotKind : std::uint8_t { Output, Diff, Syntax, Names, Flow, Facts };

struct Snapshot {
  SnapshotKind kind;
  std::string argument;  // flow: the function; diff: "unsafe"
  std::string text;
  std::uint32_t first_line = 0;  // in the Markdown: first line of the block's text
};

struct Case {
  std::string title;
  std::uint32_t line = 0;  // of the heading
  std::vector<CodeFile> files;
  std::vector<Snapshot> snapshots;
  settings::Layer settings;
};

struct CaseFile {
  std::string path;
  std::string shown_path;  // as failures name it
  std::string rule;        // the rule that a bare `# error` means: "branch-on-tensor", or ""
  std::vector<std::string> lines;
  std::vector<Case> cases;
};

struct Failure {
  std::uint32_t line = 0;  // in the Markdown
  std::string message;
};

// Reads one file; what is wrong with it as a container is in `failures`.
CaseFile ParseCaseFile(std::string path, const std::string& text, std::vector<Failure>& failures);

std::vector<std::string> SplitLines(const std::string& text);

}  // namespace graphmend::harness
