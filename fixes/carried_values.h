// A message as a lambda that the helper in the module calls when the graph has run; see
// fix/inline_helper.h. Its parameters are the values that the graph hands over:
//
//     print(f"mean {y.mean():.3f} of {n}")
//     _graphmend_message(lambda mean, n: print(f"mean {mean:.3f} of {n}"), y.mean(), n)
#pragma once

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "fix/finding.h"
#include "fix/rewriter.h"

namespace graphmend::fix {

class CarriedValues {
 public:
  // `message`: the call that becomes the body of the lambda.
  CarriedValues(const Finding& finding, syntax::ExprId message);

  // The value is computed in the graph. What is the same whenever it is asked for, a literal or a
  // class, stays in the lambda; the parts of a display are carried one by one.
  void Add(syntax::ExprId value);
  // The expression computes with `reads`, which stay in the lambda and have been added: the other
  // numbers in it are carried.
  void AddAround(syntax::ExprId computed, const std::vector<syntax::ExprId>& reads);

  // Whether a tensor is handed over whose shape the lambda asks for, as it is by then.
  bool asks_for_shapes() const { return asks_for_shapes_; }
  // Why the lambda would not know what its parts are; nullopt where it does.
  std::optional<Declined> WhyNot() const;
  // Puts the lambda and its values in the place of the call.
  void Write(Rewriter& rewriter) const;

 private:
  struct Value {
    syntax::ExprId expr;
    std::string parameter;
  };

  bool StaysAsItIs(syntax::ExprId value) const;
  bool IsCarried(syntax::ExprId part) const;
  std::string ParameterFor(syntax::ExprId value);
  std::optional<std::string_view> TakenName() const;

  const Finding& finding_;
  syntax::ExprId message_;
  std::set<std::string, std::less<>> words_;  // that the call spells
  std::vector<Value> values_;
  bool changes_ = false;  // the call may assign what it reads
  bool asks_for_shapes_ = false;
  syntax::ExprId held_;  // a container, which no operator is handed
};

}  // namespace graphmend::fix
