#include "infer/facts.h"

#include <algorithm>
#include <iterator>

namespace graphmend::infer {
namespace {

std::uint64_t KeyOf(names::FileId file, syntax::ExprId expr) {
  return static_cast<std::uint64_t>(file.index) << 32 | expr.index;
}

}  // namespace

void Join(ExprFact& into, const ExprFact& from) {
  const bool fresh = into.kinds == 0;
  if (fresh) into.constant = from.constant;
  else if (into.constant != from.constant) into.constant.reset();
  if (fresh) into.traits = from.traits;
  else if (into.traits != from.traits) into.traits = {};
  into.kinds |= from.kinds;
  into.holds_tensor |= from.holds_tensor;
  into.shows_tensor |= from.shows_tensor;
  into.leaves |= from.leaves;
  into.within |= from.within;
  into.may_be_empty |= from.may_be_empty;
  if (!into.tensor) {
    into.tensor = from.tensor;
  } else if (from.tensor) {
    values::Tensor& a = *into.tensor;
    const values::Tensor& b = *from.tensor;
    if (a.dtype != b.dtype) a.dtype = values::DType::Unknown;
    if (a.rank != b.rank) a.rank = -1;
    if (a.exact != b.exact) a.exact = {};
    a.parameter &= b.parameter;
    a.numpy |= b.numpy;
    if (a.known != b.known) a.known = values::Known::Maybe;
  }
  if (into.runs != from.runs) {
    std::vector<SourceFunction> runs;
    std::set_union(into.runs.begin(), into.runs.end(), from.runs.begin(), from.runs.end(),
                   std::back_inserter(runs));
    into.runs = std::move(runs);
  }
  into.answers |= from.answers;
  std::vector<std::string> names;
  std::set_union(into.names.begin(), into.names.end(), from.names.begin(), from.names.end(),
                 std::back_inserter(names));
  into.names = std::move(names);
}

void Facts::Add(std::vector<FoundFact> found) {
  for (FoundFact& one : found) {
    auto& facts = one.reached ? facts_ : named_;
    // Not moved from where the key is known already.
    auto [known, added] = facts.try_emplace(KeyOf(one.file, one.expr), std::move(one.fact));
    if (!added) Join(known->second, one.fact);
  }
}

void Facts::AddAssigned(std::vector<AssignedName> assigned) {
  for (AssignedName& one : assigned) assigned_[one.attribute].insert(std::move(one.owner));
}

const std::set<std::string>& Facts::OwnersOfAssigned(const std::string& attribute) const {
  static const std::set<std::string> kNone;
  const auto found = assigned_.find(attribute);
  return found == assigned_.end() ? kNone : found->second;
}

const ExprFact* Facts::Of(names::FileId file, syntax::ExprId expr) const {
  auto found = facts_.find(KeyOf(file, expr));
  return found == facts_.end() ? nullptr : &found->second;
}

const ExprFact* Facts::NamedAt(names::FileId file, syntax::ExprId expr) const {
  auto found = named_.find(KeyOf(file, expr));
  return found == named_.end() ? nullptr : &found->second;
}

}  // namespace graphmend::infer
