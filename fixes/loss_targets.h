// Targets of F.ctc_loss with 64 bits each, for which no library computes the loss but torch itself:
//
//     targets.long() if targets.dtype == torch.int32 else targets
#pragma once

#include <string>
#include <string_view>
#include <vector>

#include "fix/finding.h"

namespace graphmend::fix {

// `torch`: what the module is called there.
inline std::string AsLongs(std::string_view targets, std::string_view torch) {
  const std::string name(targets);
  return name + ".long() if " + name + ".dtype == " + std::string(torch) + ".int32 else " + name;
}

// The expression that is written so, of all reads of one variable in the order of the text; a
// single read is itself.
inline syntax::ExprId TargetsOf(const Finding& finding, const std::vector<syntax::ExprId>& reads) {
  if (reads.size() == 1) return reads[0];
  if (reads.size() != 3) return {};
  const syntax::ExprId whole = finding.parents.Parent(reads[2]);
  const auto* choice = finding.If<syntax::Conditional>(whole);
  const auto* test = choice ? finding.If<syntax::Compare>(choice->test) : nullptr;
  const auto* torch =
      test && test->rights.size() == 1 ? finding.If<syntax::Attribute>(test->rights[0]) : nullptr;
  const bool as_longs =
      torch && finding.Text(whole) == AsLongs(finding.Text(reads[2]), finding.Text(torch->object));
  return as_longs ? whole : syntax::ExprId();
}

}  // namespace graphmend::fix
