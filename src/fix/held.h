// Whether a function changes in place what it did not make itself: a parameter, an attribute, a
// view of one.
//
// What has a size that depends on data is not kept for the backward pass, which computes it again,
// from what such a change has left: gradients come out wrong; and a slice by a captured number of
// what changes is refused (torch 2.13, aot_eager). What is made in the graph is its own: a new
// tensor, a view of one, or what a function of the program makes and gives back.
#pragma once

#include <set>
#include <string>

#include "fix/finding.h"

namespace graphmend::fix {

struct HeldChanges {
  bool any = false;
  // Something is changed that is made where the graph breaks: it comes into the graph that begins
  // there, where sizes that came before are numbers.
  bool behind_break = false;
  // Functions of libraries out of view that make what is changed, unless they give back what they
  // got.
  std::set<std::string> makers = {};
};

// Of the finding's function; asked once.
const HeldChanges& ChangesOfHeld(const Finding& finding);
inline bool ChangesWhatIsHeld(const Finding& finding) {
  const HeldChanges& changes = ChangesOfHeld(finding);
  return changes.any || changes.behind_break;
}

// Whether a tensor is changed there in shape, or what the function did not make itself by what has
// no gradients (`x.data`, `x.detach()`, a view made in `torch.no_grad()`), as far as the function
// tells: in one graph with what comes before torch refuses it, or a text shows the shape from
// before (2.13).
bool ChangesApart(const Finding& finding);

// Whether a function of the program that the finding's calls, at some distance, changes in place
// what it did not make: perhaps what it is handed, under another name.
bool ChangesByCalls(const Finding& finding);

// Whether a variable that is made from the tensor, a view of it or not, is changed in place in the
// function: `v = x.view(-1)`, `v[:] = 0`.
bool IsChangedByOtherName(const Finding& finding, syntax::ExprId tensor);

// Whether something that the expression is computed from is changed in place outside of the
// function: by what it is passed to, or by a function of the file that passes it; an attribute,
// anywhere in the file.
bool ChangesSource(const Finding& finding, syntax::ExprId expr);

// Whether compiled gradients through what the finding underlines may see such a change.
inline bool SeesChanges(const Finding& finding) {
  return ChangesWhatIsHeld(finding) || ChangesSource(finding, finding.expr);
}

}  // namespace graphmend::fix
