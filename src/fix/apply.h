// Applies the fixes of many diagnostics at once.
//
//   whole      a fix is taken with all its edits or not at all; where one of its edits touches an
//              edit that was taken already, the fix waits for the next round
//   identical  the same edit wanted by several fixes is made once: one import, one `if` that mends
//              two findings
//   order      by path, first offset, last offset, code: the same on every run
//
// The result is text only; whoever applies it parses and analyses it again, and goes on until
// nothing applies (project/fixing.h). A file that no longer parses is left out and named.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/symbol.h"
#include "diag/diagnostic.h"

namespace graphmend::fix {

struct AppliedFix {
  std::string path;        // as shown
  std::uint32_t line = 0;  // of the finding, in the text that the fix was made for
  std::optional<source::CellLine> cell = {};  // that line, in a notebook
  std::string code;
  std::string function;  // that the finding stands in, by its qualified name
  std::string name;      // of the kind of fix, as in diag::Fix
  std::string title;
  diag::Applicability applicability = diag::Applicability::Safe;
  std::string difference;                  // Unsafe: what may differ; else empty
  bool leads = false;                      // see diag::Fix
  std::vector<std::string> leads_to = {};  // see diag::Fix
};

struct Applied {
  std::map<std::string, std::string> texts;              // by shown path: the files that changed
  std::map<std::string, std::vector<diag::Edit>> edits;  // of these; sorted
  std::vector<AppliedFix> fixes;                         // one for each finding that is mended
  std::vector<std::string> broken;                       // shown paths whose result would not parse
};

// Takes the fixes that promise at least `least` (Safe, or Unsafe for both). Files in `leave` stay
// as they are.
Applied Apply(const std::vector<diag::Diagnostic>& diagnostics, diag::Applicability least,
              const std::vector<std::string>& leave, base::Interner& interner);

// `text` with the edits made; they are sorted and do not overlap.
std::string WithEdits(std::string_view text, const std::vector<diag::Edit>& edits);

}  // namespace graphmend::fix
