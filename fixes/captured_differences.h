// What differs where numbers that are read from tensors are captured.
#pragma once

#include <string>
#include <string_view>

#include "captured.h"
#include "captured_reads.h"
#include "fix/captured_uses.h"
#include "fix/finding.h"
#include "fix/reads.h"

namespace graphmend::fix {

// What a graph raises at a symbol that bounds a slice (torch 2.13, measured).
inline constexpr std::string_view kBounds =
    "a negative bound raises RuntimeError, and slicing an empty tensor raises a compiler error "
    "when compiled";

class CapturedDifferences {
 public:
  // One of the numbers is read by that.
  void Add(const Finding& finding, const HostRead& read) {
    may_be_bool_ |= !HasKnownDType(finding, read.tensor);
    if (IsWhole(finding, read.tensor) || read.how == "int") return;
    may_be_fraction_ = true;
    const auto& fact = finding.Fact(read.tensor).tensor;
    may_be_double_ |= !fact || fact->exact.text().empty() || fact->exact.text() == "float64";
  }

  // "one way; another", for all that was read and where it goes.
  std::string Text(const Finding& finding, const CapturedUses& uses) const {
    std::string text =
        "an error that such a number raises where it does not fit is a different one when compiled";
    if (uses.bounds_slices()) text += "; " + std::string(kBounds);
    if (uses.bounds_by_growth())
      text +=
          "; a compiler error where a number that it is multiplied with or added to is negative";
    if (may_be_fraction_ && uses.computes_twice())
      text +=
          "; what is computed from it in several steps is simplified as if none of them rounded";
    if (may_be_fraction_ && uses.leaves() && (may_be_double_ || uses.computes()))
      text += "; inductor rounds a fraction that leaves the graph to 32 bits";
    if (uses.divides()) text += "; a compiled graph may divide by 0 without an error";
    if (uses.mixes()) text += "; what `max` or `min` of an int and a float gives is a float";
    if (may_be_bool_ || uses.meets_bool())
      text += "; a compiler error where Python computes with a number that is a bool";
    if (WarnsOfGradient(finding, finding.expr))
      text += "; the warning of `float()` may be shown a different number of times";
    return text + OutOfView(finding, uses);
  }

 private:
  bool may_be_bool_ = false, may_be_fraction_ = false, may_be_double_ = false;
};

}  // namespace graphmend::fix
