// Diagnostics as data: what a rule says, where, how sure it is, why the value is what it is, and
// how to mend it. Rendering (text, JSON, SARIF) is elsewhere and reads only this.
//
//   Severity   Error: a fullgraph=True entry will raise; Warning: this breaks whenever it runs;
//              Note: breaks only under `condition`, which source does not tell. Error and Warning
//              are the *firm* findings.
//   Step       one link of the reason chain, from the tensor's origin to the break
//   Fix        a change of one file that mends the break, whole or not at all:
//     Safe         the same outputs, gradients and side effects, and comments kept
//     Unsafe       valid code, which may differ in the way that `difference` states
//     DisplayOnly  shown, never applied
//   Location   a span in a file, both owned by the program that was analysed
#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "source/source_file.h"

namespace graphmend::diag {

enum class Severity : std::uint8_t { Note, Warning, Error };

struct Location {
  const source::SourceFile* file = nullptr;
  source::Span span;
};

struct Step {
  Location location;
  std::string text;  // "`score` is a tensor: result of Tensor.mean()", no full stop
};

enum class Applicability : std::uint8_t { DisplayOnly, Unsafe, Safe };

struct Edit {
  source::Span span;  // empty span: insertion
  std::string text;
};

struct Fix {
  std::string name;   // of its kind, a page of fixes/: "count-by-scatter"; empty: it has none
  std::string title;  // what it does, one line, no full stop: "defer the message"
  Applicability applicability = Applicability::DisplayOnly;
  std::string difference;    // Unsafe: what may differ, one line; else empty
  bool asked_for = false;    // of a kind that a setting asks for by name: made without
                             // --unsafe-fixes, whatever its applicability
  std::vector<Edit> edits;   // sorted, non-overlapping, all in the diagnostic's file
  std::vector<Edit> shared;  // what other fixes may need too, the same made once: lines of imports,
                             // helper definitions, reads beside what is mended
  std::vector<std::string> names;         // variables and functions that it introduces
  std::vector<std::string> module_names;  // … at module level, for all of the file to see
  bool leads = false;                     // leaves a test behind that another round has to mend
  std::vector<std::string> leads_to;      // other functions with such tests, by qualified name
};

// A break in a file that was not asked for, as part of a finding at the call that leads there.
struct LibraryBreak {
  std::string code;
  Severity severity = Severity::Warning;
  Location location;
  std::string message;
};

struct Diagnostic {
  std::string code;              // "GM101"
  std::uint32_t rule_index = 0;  // into the registry
  Severity severity = Severity::Warning;
  Location location;                // what to underline: the expression that breaks
  source::Span statement;           // the whole statement, for fingerprints and suppressions
  std::string message;              // one line, no full stop: what breaks
  std::string label;                // under what is underlined: why it does; short, or empty
  std::string condition;            // Note only: "`x.dtype == torch.float16` holds"; else empty
  std::string function;             // qualified name of the enclosing function, "" at module level
  std::vector<std::string> gb_ids;  // of this break, most specific first
  std::vector<Step> reason;         // origin first, break last; may be empty
  std::optional<std::size_t>
      origin;                        // the step of `reason` that says most, beyond the break's line
  std::vector<Step> callers;         // call path from the compiled entry, outermost first; where
                                     // call_sites > 1, those call sites instead, by place
  std::uint32_t call_sites = 0;      // distinct calls that lead here; 0: the entry itself breaks
  std::string library;               // GM306: "transformers 5.6.2"; else empty
  std::vector<LibraryBreak> breaks;  // GM306: by place; else none
  std::string help;                  // what to write instead; one line or empty
  bool skips_frame = false;          // Dynamo gives up the frame: all of it runs eagerly
  std::string within;       // "loop", "try", "with": what it stands in that makes that so; or empty
  std::uint32_t hides = 0;  // breaks later in the frame, come up once this is mended
  std::vector<Fix> fixes;
  std::string no_fix;  // where no fix is offered: why, and what a person could do; one line
};

// The message, for reports that name lines of files: in a notebook it says the cell and the line of
// that, which is what its author sees.
std::string MessageAndCell(const Diagnostic& diagnostic);

// All insertions and replacements of a fix, sorted.
std::vector<Edit> AllEdits(const Fix& fix);

// The order of all output: path, offset, code, message. Strict weak, stable between runs.
bool Before(const Diagnostic& a, const Diagnostic& b);

}  // namespace graphmend::diag
