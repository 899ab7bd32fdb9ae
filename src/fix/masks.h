// Elements that a boolean mask selects: `y[mask]`, `torch.masked_select(y, mask)`, and, through
// what `torch.nonzero(mask)` or `torch.where(mask)` gave, `y[i]`, `y[i[:, 0], i[:, 1]]`.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "fix/renderer.h"
#include "fix/rewriter.h"
#include "fix/terms.h"
#include "fix/variables.h"

namespace graphmend::fix {

struct Selection {
  syntax::ExprId expr;    // the whole read
  syntax::ExprId tensor;  // what is selected from
  syntax::ExprId mask;
};

// The places where a mask was searched: `rows, columns = torch.where(mask)`.
struct Places {
  syntax::ExprId mask;
  syntax::StmtId stmt;  // the assignment
  // By variable: which column of the places it holds; -1: a tensor of all columns.
  std::vector<std::pair<std::uint32_t, int>> columns;
  std::uint32_t rank = 0;  // how many there are
};

class Masks {
 public:
  Masks(const Finding& finding, const Terms& terms, const Variables& variables)
      : finding_(finding), terms_(terms), variables_(variables) {}

  // The selection that the expression is, by a mask itself.
  std::optional<Selection> SelectionAt(syntax::ExprId expr) const;
  // Whether a mask selects from a tensor.
  bool IsSelection(const Selection& selection) const;
  // … by places.
  std::optional<Selection> SelectionAt(syntax::ExprId expr, const Places& places) const;
  // What the assignment stores where its value asks for the places of a mask of known rank.
  std::optional<Places> PlacesOf(syntax::StmtId stmt) const;

  // Whether the mask has the shape of the tensor, in all calls that are known.
  bool SameShape(const Selection& selection) const;
  // What is not proved of that for calls that are not known; empty where all is.
  std::string AsKnown(const Selection& selection) const;
  // Whether the variable that the name is holds at the statement what it holds at the name, and
  // nothing changes that in place.
  bool IsStill(syntax::ExprId name, syntax::StmtId at) const;

 private:
  const Finding& finding_;
  const Terms& terms_;
  const Variables& variables_;
};

// Whether it is certainly a tensor of bools.
bool IsBoolTensor(const infer::ExprFact& fact);

// Whether the call computes each element of a tensor from this element alone, as exp() does and
// softmax() does not.
bool IsPerElement(const Terms& terms, syntax::ExprId call);

// What a sum of all elements, with zeros in place of those that are not selected, differs in.
inline constexpr std::string_view kOtherOrder =
    "the elements are added in a different order, so the last bits may differ";
// What a mean that is taken as a sum differs in where the tensor holds float16: torch.mean adds up
// in float32.
inline constexpr std::string_view kOverflows =
    "a mean of float16 is infinite where the sum of what is selected is beyond 65504";

// Whether it is known to hold float16.
inline bool IsHalf(const infer::ExprFact& fact) {
  return fact.tensor && fact.tensor->exact.text() == "float16";
}

// What a fix of selections works with.
struct MaskWork {
  explicit MaskWork(const Finding& finding)
      : finding_(finding),
        terms_(finding),
        variables_(finding, finding.function),
        masks_(finding_, terms_, variables_),
        rewriter_(finding) {}
  MaskWork(const MaskWork&) = delete;  // masks_ refers to its neighbours

  const Finding& finding_;
  Terms terms_;
  Variables variables_;
  Masks masks_;
  Rewriter rewriter_;
};

}  // namespace graphmend::fix
