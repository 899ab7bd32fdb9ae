// Where a number that Python has goes, so that a 0-d tensor may stand in its place: through sums
// and products of numbers, variables, lists that are written here and helpers of the file, to an
// operand beside a tensor.
//
//     peak = x.abs().max().item()
//     scale = peak / 127.0            Python computes in doubles; so does a 0-d tensor of doubles
//     return torch.round(x / scale)   the operand
//
// or to torch.tensor, which makes one of it; and, where that is asked for, to tests, of which the
// caller has to know that they are mended once it is a tensor.
#pragma once

#include <cstdint>
#include <map>
#include <memory>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "fix/finding.h"
#include "fix/kept_numbers.h"
#include "fix/rewriter.h"
#include "fix/test_places.h"
#include "fix/variables.h"

namespace graphmend::fix {

// What `math.exp(…)` calls where tensors have a function of that name: "exp"; empty where the
// expression is another one.
std::string_view MathFunction(const Finding& finding, syntax::ExprId expr);

class NumberUses {
 public:
  explicit NumberUses(const Finding& finding) : finding_(finding), known_(finding) {}

  // Follows the number that the expression is; false where Python needs the number itself.
  bool Serves(syntax::ExprId number);
  // From now on a test does not need the number itself; see tests(). `elsewhere`: nor do those of
  // functions that get it from a helper.
  void FollowTests(bool elsewhere = false) {
    follows_tests_ = true;
    follows_tests_elsewhere_ = elsewhere;
  }
  // Takes the number as one that Python computes in doubles.
  void Compute() { computed_ = fraction_ = true; }
  // … that this function of Python's computes; see MathFunction.
  bool ComputedServes(syntax::ExprId number, std::string_view function) {
    Computes(function);
    return Serves(number);
  }
  // … for what the function returns by the code: in all of its calls.
  bool ReturnServes(syntax::FunctionId function, source::Span code);
  // … for what objects keep under the name of the attribute: in all compiled code of the file,
  // without what stands in `but_in` and assigns it. `always`: what stands there does so in every
  // call, so that the attribute is a tensor behind it.
  bool KeptServes(const syntax::Attribute& field, source::Span but_in = {}, bool always = false);
  // … for a list or tuple of numbers.
  bool ListServes(syntax::ExprId list);

  // Whether Python computes with it before a tensor does; then it has to be a tensor of doubles.
  bool computed() const { return computed_; }
  // … by nothing but sums, differences and products with whole numbers.
  bool whole() const { return !fraction_; }
  // Whether it selects from a tensor, so that it has to be a whole number then.
  bool indexes() const { return indexes_; }
  // What becomes a tensor, in the order in which it was followed.
  const std::vector<syntax::ExprId>& numbers() const { return numbers_; }
  // Whether each test compares a tensor in every call: what stays a number on some path is beside
  // one there.
  bool TestsTensors() const;
  // The functions that get it from the one that reads it, which returns or yields it; a none id
  // where the module does.
  const std::vector<syntax::FunctionId>& takers() const { return takers_; }
  // Whether the function is the finding's, or one of those.
  bool Reaches(syntax::FunctionId function) const;
  // Of the function that the expression stands in.
  const Variables& VariablesAt(syntax::ExprId expr);
  // Whether objects keep it.
  bool IsKept() const { return !kept_.empty(); }
  // Whether what computes with it may raise within a `try` of the function that handles it.
  bool IsCaught() const;
  // Takes all of them for tensors of the kind, as if all was written.
  void AssumeIn(ReadTests& tests, values::DType kind) const;
  // The tests that ask for it.
  const std::vector<TestPlace>& tests() const { return tests_; }
  // Whether something would be written in the code.
  bool WriteIn(source::Span code, bool doubles = true) const;
  // Writes the dtype of the tensor where what was computed stands beside one without dimensions,
  // which would take over the doubles; false where that tensor has no name or unknown numbers.
  // `doubles`: the number is a tensor of doubles then.
  bool WriteConversions(Rewriter& rewriter, bool doubles) const;
  // How results may differ, beside in dtype; "; " before each. Empty where they do not.
  std::string Difference() const;

 private:
  struct Operand {
    syntax::ExprId number, tensor;
  };

  bool IsTested(syntax::ExprId number, syntax::ExprId outer) const;
  bool InTest(syntax::ExprId number);
  bool KeptTestServes(syntax::ExprId number);
  std::vector<syntax::ExprId> CallsThatTake(syntax::FunctionId function);
  bool MayReturnOthers(syntax::FunctionId function, source::Span code) const;
  template <class Follows>
  bool AllServe(const std::vector<syntax::ExprId>& calls, bool in_doubt, Follows follows);
  bool ReturnedServes(syntax::ExprId number, const syntax::Sequence& all);
  bool IterationServes(syntax::ExprId iterable);
  bool YieldServes(syntax::ExprId yield);
  bool MayConvert(const Operand& operand) const;
  bool InBinary(syntax::ExprId number, syntax::ExprId outer, const syntax::Binary& binary);
  bool InPower(syntax::ExprId number, syntax::ExprId outer, const syntax::Binary& binary);
  bool InCall(syntax::ExprId number, syntax::ExprId outer, const syntax::Call& call);
  bool InIndex(syntax::ExprId number, syntax::ExprId outer, const syntax::Subscript& item);
  bool InBound(syntax::ExprId number, syntax::ExprId outer, const syntax::Call& call);
  bool MayBeKept(syntax::ExprId value);
  bool Rounds(syntax::ExprId outer, std::string_view builtin);
  std::optional<bool> MadeWhole(syntax::ExprId given, syntax::ExprId number,
                                const syntax::Call& call);
  bool MakesTensor(syntax::ExprId number, syntax::ExprId outer, const syntax::Call& call);
  bool IsFraction(syntax::ExprId number, int depth = 8);
  bool InSum(syntax::ExprId number, syntax::StmtId stmt, const syntax::AugAssign& aug);
  bool AddsUp(syntax::StmtId stmt, const syntax::AugAssign& aug);
  void WriteSums(Rewriter& rewriter) const;
  void WriteBounds(Rewriter& rewriter) const;
  void WriteCalls(Rewriter& rewriter) const;
  bool WriteOperand(const Operand& operand, bool stays, Rewriter& rewriter) const;
  void WriteMade(Rewriter& rewriter) const;
  void WriteStacked(Rewriter& rewriter) const;
  bool WriteNamed(const Operand& operand, bool stays, Rewriter& rewriter) const;
  void WriteAs(const std::string& dtype, syntax::ExprId number, bool stays,
               Rewriter& rewriter) const;
  bool InCompare(syntax::ExprId number, const syntax::Compare& compare);
  bool InTensorCall(syntax::ExprId number, const syntax::Call& call);
  bool InStatement(syntax::ExprId number);
  bool InDisplay(syntax::ExprId number, syntax::ExprId display);
  bool ListInCall(syntax::ExprId list, syntax::ExprId outer, const syntax::Call& call);
  bool PairsServe(syntax::ExprId list, syntax::ExprId outer, const syntax::Call& call);
  bool MakesTensorOf(syntax::ExprId list, syntax::ExprId outer, const syntax::Call& call);
  bool VariableServes(syntax::ExprId target, bool list);
  bool IsPassed(syntax::ExprId number, syntax::ExprId call);
  bool Stays() const;
  bool AmongOthersServes(syntax::ExprId target, syntax::ExprId read);
  bool ParameterServes(std::uint32_t slot);
  bool KeptPlaceServes(syntax::ExprId place, source::Span but_in, bool always);
  // Follows it on a path on which it may stay a number of Python's.
  bool ServesInDoubt(syntax::ExprId number);
  bool ComprehensionServes(syntax::ExprId target, const syntax::Comprehension& made);
  bool Beside(syntax::ExprId number, syntax::ExprId tensor);
  bool IsNumber(syntax::ExprId expr) { return known_.IsNumber(expr); }
  void Computes(std::string_view function);

  const Finding& finding_;
  std::map<std::uint32_t, std::unique_ptr<Variables>> variables_;  // by function
  std::set<std::uint32_t> seen_;                                   // expressions
  std::vector<syntax::ExprId> numbers_;                            // of them
  std::vector<TestPlace> tests_;
  std::vector<syntax::ExprId> flags_;     // what reads the outcomes of tests
  std::set<std::uint32_t> sure_;          // numbers in tests that are tensors in every call
  std::vector<syntax::ExprId> doubtful_;  // … that may not be
  bool in_doubt_ = false;
  std::vector<Operand> operands_;
  std::vector<syntax::ExprId> bounds_;  // `min(number, 2.0)`
  std::set<std::uint32_t> bounding_;    // … and those that keep their form
  std::vector<std::pair<syntax::ExprId, bool>>
      made_;  // torch.tensor of the number; of a whole one?
  std::vector<std::pair<syntax::ExprId, bool>> stacked_;  // … of a list of numbers
  std::set<std::uint32_t> sums_;                          // `total += number`, by statement
  std::vector<syntax::ExprId> renamed_;  // functions of Python's that become those of torch
  std::vector<syntax::ExprId> rounded_;  // `round(n)`, `int(n)`
  std::set<std::string> functions_;      // their names, and others of Python's
  bool follows_tests_ = false;
  bool follows_tests_elsewhere_ = false;
  bool computed_ = false;
  bool fraction_ = false;
  bool indexes_ = false;
  bool divides_ = false;
  bool bounded_ = false;  // by what is no literal
  bool second_ = false;   // it stands behind its bound
  bool zero_ = false;     // the bound is 0
  bool powers_ = false;
  bool compared_ = false;  // with a tensor that may not be floating
  bool stays_ = false;     // a number of Python's, in some calls: max, min and sum may give one
  std::vector<syntax::StmtId> others_;   // that give a variable another value
  std::map<std::string, bool> helpers_;  // that hand the tensor on; whether it is a method
  std::vector<syntax::FunctionId> takers_;
  std::set<std::string> kept_;  // attributes
  KeptNumbers known_;
};

}  // namespace graphmend::fix
