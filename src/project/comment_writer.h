// Puts `# graphmend: ignore[…]` comments into the text of a file, where Python takes them as
// comments.
#pragma once

#include <cstdint>
#include <set>
#include <string>

#include "base/symbol.h"
#include "source/source_file.h"
#include "syntax/tree.h"

namespace graphmend::project {

// Comments go in from the last line to the first, so that lines that are still to come keep their
// numbers.
class CommentWriter {
 public:
  CommentWriter(const source::SourceFile& file, const std::string& reason);

  // Behind the line; where that is inside a string or before a line joint, on a line of its own
  // above the statement, which begins on `statement_line`. false: neither works.
  bool Add(std::uint32_t line, std::uint32_t statement_line, const std::set<std::string>& codes);

  const std::string& text() const { return text_; }

 private:
  bool TryExisting(const source::SourceFile& before, std::uint32_t line,
                   const std::set<std::string>& codes);
  bool TryBehind(const source::SourceFile& before, std::uint32_t line,
                 const std::set<std::string>& codes);
  bool TryAbove(const source::SourceFile& before, std::uint32_t line,
                const std::set<std::string>& codes);
  bool Accept(const std::string& changed, std::size_t at);

  std::string path_;
  std::string text_;
  std::string reason_;
  base::Interner interner_;
  std::size_t errors_ = 0;
};

}  // namespace graphmend::project
