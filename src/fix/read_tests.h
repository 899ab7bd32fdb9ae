// Tests of numbers that are read from tensors, taken as tests of the tensors.
//
//   Number      what such a number is, through arithmetic and conversions
//   ReadTests   what to assume of the expressions of a test, so that rendered it tests the tensors
//
// Python compares exactly, and floats as doubles; a tensor and a number are compared in the dtype
// of the tensor. So the tensor becomes one of doubles where that could tell.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <unordered_map>
#include <vector>

#include "fix/finding.h"
#include "fix/magnitude.h"
#include "fix/reads.h"
#include "fix/variables.h"

namespace graphmend::fix {

struct Number {
  values::DType kind = values::DType::Unknown;
  bool bare = true;                   // no arithmetic
  double magnitude = kBeyondLong;     // of a whole one, see magnitude.h
  std::vector<syntax::ExprId> reads;  // that it is made of
};

// The test of a number that a call of math or NumPy makes, which tensors have as a method; empty
// where it is none.
std::string_view MathTestOf(const Finding& finding, syntax::ExprId expr);

class ReadTests {
 public:
  explicit ReadTests(const Finding& finding) : finding_(finding) {}

  // Takes the variable as the tensor that was to be read into it.
  void Assume(std::uint32_t variable, const Variables& variables, values::DType kind);
  // … the expression as a 0-d tensor, or one of unknown `rank`, -1.
  void Assume(syntax::ExprId read, values::DType kind, std::int8_t rank = 0);
  // … the call as what a method of its argument gives.
  void AssumeCall(syntax::ExprId call, values::DType kind, syntax::ExprId argument,
                  std::string method);
  // Notes what stands for the number; nullopt where it is none that is read from a tensor.
  std::optional<Number> NumberOf(syntax::ExprId expr);
  // Notes what the test is of tensors; false where it is none, or needs the numbers themselves.
  bool Test(syntax::ExprId expr);
  // The tests of a chain of branches, and of the branches in their bodies.
  bool Chain(const syntax::If& branch);

  bool Holds(syntax::ExprId expr) const { return noted_.contains(expr.index); }
  // The finding as if it stood at `expr`, with all that was noted; valid as long as this is.
  Finding At(syntax::ExprId expr, syntax::StmtId stmt, infer::ObservationKind kind) const;
  // How the tests may differ; empty where they do not.
  const std::string& difference() const { return difference_; }

 private:
  std::optional<Number> Read(syntax::ExprId expr);
  std::optional<Number> Absolute(syntax::ExprId expr, const syntax::Call& call);
  std::optional<Number> Arithmetic(syntax::ExprId expr, const syntax::Binary& binary);
  bool Membership(const syntax::Compare& compare);
  bool Comparison(syntax::ExprId expr, const syntax::Compare& compare);
  bool AskedOfTensor(syntax::ExprId expr, syntax::ExprId tensor, const std::string& method);
  bool IsPlain(syntax::ExprId expr) const;
  bool IsExactEverywhere(syntax::ExprId expr) const;
  void Differ(std::string_view how);
  Number Plain(syntax::ExprId expr) const;
  void DifferBeyondBits(const Number& number);
  void DifferWhereItWraps(const Number& result);
  std::string OfOneElement(const HostRead& read);
  bool IsSmall(syntax::ExprId expr) const;
  void InLongs(const std::vector<syntax::ExprId>& reads);
  void InDoubles(const std::vector<syntax::ExprId>& reads);
  void Note(syntax::ExprId expr, values::DType kind, syntax::ExprId tensor = {},
            std::string suffix = {});

  const Finding& finding_;
  Assumptions noted_;
  std::unordered_map<std::uint32_t, values::DType> variable_reads_;  // by index of the expression
  std::string difference_;
};

}  // namespace graphmend::fix
