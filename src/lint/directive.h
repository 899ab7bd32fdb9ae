// Comments that speak to graphmend, read but not yet applied.
//
//   x = t.item()  # graphmend: ignore[GM106] checked in CI      this line, or the statement on it
//   # graphmend: ignore[GM106, print-in-graph]                  alone: the next line of code
//   # graphmend: disable[GM2] … # graphmend: enable[GM2]        from here to there, or to the end
//   of
//                                                               the block that holds the comment
//   # graphmend: ignore-file[GM2] generated code                the whole file
//   # noqa: GM106                                               as the first; `# noqa` is all rules
//
// In brackets stand codes, prefixes of codes or names; without brackets all rules are meant. What
// follows is the reason.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "source/source_file.h"
#include "syntax/tree.h"

namespace graphmend::lint {

enum class DirectiveKind : std::uint8_t { Ignore, IgnoreFile, Disable, Enable, Noqa };

struct Directive {
  DirectiveKind kind = DirectiveKind::Ignore;
  source::Span span;                   // the comment, from its `#`
  std::vector<std::string> selectors;  // known ones; empty and `all`: every rule
  bool all = false;
  std::string reason;
  std::uint32_t line = 0;   // of the comment
  std::uint32_t first = 0;  // the lines where it holds
  std::uint32_t last = 0;
  std::vector<std::string> foreign;  // Noqa: codes of other tools
};

// Something that looks like a directive and is none, or names no rule.
struct DirectiveFault {
  source::Span span;
  std::string message;  // no full stop
  std::string hint;
};

struct Directives {
  std::vector<Directive> directives;  // in order
  std::vector<DirectiveFault> faults;
};

Directives ReadDirectives(const source::SourceFile& file, const syntax::Tree& tree);

// Whether `text` can hold a directive that names rules of graphmend; cheap.
bool MayHoldDirective(std::string_view text);
// Whether it can hold any, those that name no rule too; cheap.
bool MaySuppress(std::string_view text);

}  // namespace graphmend::lint
