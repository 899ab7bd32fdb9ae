// Colour, links and width for terminals. A `Style` that is off adds nothing, so writers never ask.
#pragma once

#include <algorithm>
#include <cstddef>
#include <string>
#include <string_view>

#include "diag/diagnostic.h"

namespace graphmend::report {

enum class Tone { Plain, Bold, Dim, Red, Yellow, Cyan, Blue, Green };

class Style {
 public:
  // `columns` of the terminal; 0: it is none.
  explicit Style(bool color = false, bool links = false, std::size_t columns = 0)
      : color_(color), links_(links), columns_(columns) {}

  // Cells of a line of text, and of a line of code with what stands before it. Where nobody's
  // window is known, code is rather let run on than cut.
  std::size_t TextWidth() const { return columns_ > 0 ? std::max(columns_, kNarrowest) : 100; }
  std::size_t CodeWidth() const { return columns_ > 0 ? std::max(columns_, kNarrowest) : 140; }

  // `text` that leads to `url` where a terminal takes such links (OSC 8).
  std::string Link(std::string_view text, std::string_view url) const {
    if (!links_ || url.empty()) return std::string(text);
    return "\x1b]8;;" + std::string(url) + "\x1b\\" + std::string(text) + "\x1b]8;;\x1b\\";
  }

  // Whether it adds nothing at all.
  bool IsPlain() const { return !color_ && !links_; }

  std::string Paint(Tone tone, std::string_view text) const {
    if (!color_ || tone == Tone::Plain || text.empty()) return std::string(text);
    return std::string(Code(tone)) + std::string(text) + "\x1b[0m";
  }
  std::string Paint(diag::Severity severity, std::string_view text) const {
    return Paint(ToneOf(severity), text);
  }
  static Tone ToneOf(diag::Severity severity) {
    return severity == diag::Severity::Error     ? Tone::Red
           : severity == diag::Severity::Warning ? Tone::Yellow
                                                 : Tone::Cyan;
  }

 private:
  static std::string_view Code(Tone tone) {
    switch (tone) {
      case Tone::Bold: return "\x1b[1m";
      case Tone::Dim: return "\x1b[2m";
      case Tone::Red: return "\x1b[1;31m";
      case Tone::Yellow: return "\x1b[1;33m";
      case Tone::Cyan: return "\x1b[1;36m";
      case Tone::Blue: return "\x1b[1;34m";
      case Tone::Green: return "\x1b[1;32m";
      case Tone::Plain: break;
    }
    return "";
  }

  static constexpr std::size_t kNarrowest = 40;

  bool color_;
  bool links_;
  std::size_t columns_;
};

}  // namespace graphmend::report
