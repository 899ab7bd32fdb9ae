// What one `check` found, as every report reads it: the findings, the trouble that kept parts from
// being analysed, and how much was looked at. An outcome without entries says nothing about breaks,
// and no report may make it look clean.
//
//   Problem   the user's or the environment's trouble with one file, or an internal error (GM000)
//   Entry     a function, method or module that is compiled, or is assumed to be
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "infer/results.h"

namespace graphmend::lint {

enum class ProblemKind : std::uint8_t {
  Unusable,    // unreadable, not UTF-8, missing: passed over; exit status 2
  Internal,    // GM000, a defect of graphmend: the run went on; exit status 2
  Incomplete,  // analysed in part only (syntax error, budget); does not change the exit status
  PassedOver,  // not followed, as it should be: a link that leads elsewhere; the same
};

// Whether it makes the exit status 2.
constexpr bool IsTrouble(ProblemKind kind) {
  return kind == ProblemKind::Unusable || kind == ProblemKind::Internal;
}

struct Problem {
  ProblemKind kind = ProblemKind::Unusable;
  std::string path;        // as shown to the user; empty when no file is meant
  std::uint32_t line = 0;  // 0: the whole file
  std::string message;     // one line, no full stop
  std::string hint;
  std::uint32_t column = 0;  // in code points; 0: the whole line
};

// Sorted by place, then kind and message; what says the same of the same place stays once.
void SortOnce(std::vector<Problem>& problems);

enum class SuppressionKind : std::uint8_t { Comment, Baseline };

// A finding that is known and not reported.
struct Suppressed {
  diag::Diagnostic diagnostic;
  SuppressionKind kind = SuppressionKind::Comment;
  std::string reason;  // as the comment gives it
};

// That compiled code which begins at `entry` gets to the finding at `place`.
struct Reach {
  diag::Location entry, place;
};

// What is only assumed to be compiled and so left out of the findings, for something else is.
struct LeftOut {
  std::size_t modules = 0;  // entries
  std::size_t breaks = 0;   // findings there that are no findings otherwise
};

struct Outcome {
  std::vector<diag::Diagnostic> diagnostics;  // sorted by `diag::Before`
  std::vector<Suppressed> suppressed;         // in the same order
  std::vector<Problem> problems;              // sorted by path, line
  std::vector<infer::Entry> entries;          // sorted by place
  std::vector<infer::Hole> holes;             // sorted by place, each place and reason once
  std::vector<Reach> reaches;                 // each once, in no order
  std::size_t files = 0;                      // selected
  std::string target;                         // "2.13"
  // Where installed packages were looked up, and why there: "/project/.venv (VIRTUAL_ENV)"; empty:
  // nowhere. Which of them were read: "transformers 5.6.2".
  std::string environment;
  std::vector<std::string> libraries;
  std::string assume;  // "auto", "modules", "public", "explicit"
  LeftOut left_out;

  std::size_t AssumedEntries() const;
  std::size_t IncompleteEntries() const;
  // Whether something was not followed, so that silence about it means nothing.
  bool IsIncomplete() const { return IncompleteEntries() > 0 || !holes.empty(); }
  std::size_t SuppressedBy(SuppressionKind kind) const;
  bool HasTrouble() const;  // any problem that makes the exit status 2
};

// Where there are no entries: "nothing is compiled in 12 files: …", no full stop; else empty.
std::string NothingCompiled(const Outcome& outcome);

// "14 compiled entries (4 by torch.compile, 10 assumed)".
std::string DescribeEntries(const Outcome& outcome);

// "If you also compile 96 other modules: 17 breaks; --assume-compiled=modules lists them", no full
// stop; empty where no break was left out.
std::string DescribeLeftOut(const LeftOut& left_out);

// 0 clean, 1 findings, 2 trouble.
int ExitStatus(const Outcome& outcome, bool exit_zero);

// Text with its number: "1 file", "3 files", "2 entries".
std::string Count(std::size_t number, std::string_view singular, std::string_view plural);

}  // namespace graphmend::lint
