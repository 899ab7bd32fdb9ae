// Numbers that are looked up in dicts and sets, which a tensor in their place would not be found
// in.
#pragma once

#include <algorithm>

#include "fix/variables.h"

namespace graphmend::fix {

inline bool MayHash(const Finding& finding, syntax::ExprId container) {
  return finding.Fact(container).MayBe(infer::FactKind::Dict) ||
         finding.Fact(container).MayBe(infer::FactKind::Set);
}

// Whether what stands around the value directly hashes it.
inline bool IsHashedBy(const Finding& finding, syntax::ExprId outer, syntax::ExprId value) {
  if (const auto* dict = finding.If<syntax::Dict>(outer))
    return std::find(dict->keys.begin(), dict->keys.end(), value) != dict->keys.end();
  if (const auto* item = finding.If<syntax::Subscript>(outer))
    return item->index == value && MayHash(finding, item->object);
  if (const auto* compare = finding.If<syntax::Compare>(outer))
    return std::any_of(compare->rights.begin(), compare->rights.end(),
                       [&](syntax::ExprId right) { return MayHash(finding, right); });
  const auto* call = finding.If<syntax::Call>(outer);
  if (!call) return false;
  const auto* method = finding.If<syntax::Attribute>(call->callee);
  const std::string_view builtin = finding.BuiltinName(call->callee);
  return builtin == "set" || builtin == "frozenset" || builtin == "hash" ||
         (method && call->callee != value && MayHash(finding, method->object));
}

// Whether the value is a key or an item of a dict or set, is looked for in one, or is handed to a
// method of one, in a list or tuple or alone, or as the variable that it is assigned to.
inline bool IsHashed(const Finding& finding, const Variables& variables, syntax::ExprId value) {
  syntax::ExprId outer = finding.parents.Parent(value);
  while (const auto* items = finding.If<syntax::Sequence>(outer)) {
    if (items->kind == syntax::SequenceKind::Set) return true;
    value = outer;
    outer = finding.parents.Parent(value);
  }
  if (outer) return IsHashedBy(finding, outer, value);
  const auto slot = variables.HeldBy(value);
  if (!slot) return false;
  const std::vector<syntax::ExprId> reads = variables.Reads(*slot);
  return std::any_of(reads.begin(), reads.end(),
                     [&](syntax::ExprId read) { return IsHashed(finding, variables, read); });
}

}  // namespace graphmend::fix
