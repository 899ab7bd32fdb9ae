// What a comment in a case demands of the line it stands on.
//
//   # error                    a firm finding (in rules/*.md: of that page's rule)
//   # error: [GM101] "text"    of that code, its message contains the text; either may be left out
//   # note: …                  the same for a conditional finding
//   #      ^^^^ error: …       on the line below: exactly these columns
//   # revealed: V              the value passed to reveal(…) on this line, as printed
//   # quiet: reason            no finding on this line, which compiled code reaches
//   # dead: reason             no finding on this line, for compiled code never reaches it
//
// A `quiet` line that no compiled code reaches would say nothing about the rules, so it fails; the
// other markers fail by themselves where nothing runs.
//
// A marker alone on its line speaks of the next line of code; several may be stacked. A comment
// that begins like a marker and is none is a failure, so that no demand is lost by a slip.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "diag/diagnostic.h"
#include "harness/case.h"

namespace graphmend::harness {

enum class MarkerKind : std::uint8_t { Error, Note, Revealed, Quiet, Dead };

struct Marker {
  MarkerKind kind;
  std::uint32_t line = 0;        // of the code it speaks of, 1-based in the file
  std::uint32_t written_on = 0;  // where it stands itself
  std::string code;              // "GM101" or ""
  std::string text;              // part of the message; Revealed: the value
  std::uint32_t column = 0;      // carets: 1-based, in characters; 0: anywhere on the line
  std::uint32_t end_column = 0;
};

// Failures name lines of the Markdown.
std::vector<Marker> ParseMarkers(const CodeFile& file, std::vector<Failure>& failures);

// A finding, and what a marker asks for, as markers are written: `error: [GM101] "text"`.
std::string Quoted(const diag::Diagnostic& diagnostic);
std::string Demanded(const Marker& marker);

}  // namespace graphmend::harness
