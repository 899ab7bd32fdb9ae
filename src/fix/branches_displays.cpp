// Lists and tuples that both sides of a branch make, item by item:
//
//     if score > 0:                       q = [torch.where(score > 0, a, c), …]
//         q = [a, b]
//     else:
//         q = [c, d]
#include <algorithm>

#include "fix/branches.h"

namespace graphmend::fix {

using syntax::ExprId;

// What each item is, where the expression makes a list or a tuple of one value each: neither of
// several, as in `[*x]`, nor an index, as in `x[0, 1:]`.
bool Branches::EvaluateItems(ExprId expr, Side& side, Value& out) {
  const auto* display = finding_.If<syntax::Sequence>(expr);
  if (!display || display->kind == syntax::SequenceKind::Set) return true;
  if (std::any_of(display->items.begin(), display->items.end(), [&](ExprId item) {
        return finding_.If<syntax::Starred>(item) || finding_.If<syntax::Slice>(item);
      }))
    return true;
  out.display = display->kind;
  for (ExprId item : display->items) {
    Value value;
    if (!Evaluate(item, side, value)) return false;
    out.items.push_back(std::move(value));
  }
  return true;
}

// A line gives the list or tuple a name, by which its items are read from then on.
void Value::NameItems(const Code& place) {
  if (each) {  // it is not made again
    auto named = std::make_shared<Each>(*each);
    named->iterable = place;
    named->target.clear();
    each = named;
  }
  for (std::size_t i = 0; i < items.size(); ++i) {
    const Code index = Code::Verbatim("[" + std::to_string(i) + "]", Precedence::Primary);
    items[i].code = Code::Sequence({place, index}, Precedence::Primary);
    items[i].NameItems(items[i].code);
  }
}

// Nothing where not both sides make a list, or a tuple, of as many items.
std::optional<bool> Branches::MergeItems(const std::string& name, const Code& test, const Value& a,
                                         const Value& b, Value& out) {
  if (a.items.empty() || a.items.size() != b.items.size() || a.display != b.display)
    return std::nullopt;
  std::vector<Code> codes;
  out.items.clear();
  for (std::size_t i = 0; i < a.items.size(); ++i) {
    const Value &one = a.items[i], &other = b.items[i];
    // Where a number goes that is taken out of a list is not followed.
    if ((one.number || other.number) && one.code != other.code)
      return Fail("an item of `" + name + "` is a number that differs; make it a tensor");
    Value item;
    if (!MergeValue(name, test, one, other, item)) return false;
    codes.push_back(item.code);
    out.items.push_back(std::move(item));
  }
  const bool list = a.display == syntax::SequenceKind::List;
  out.code = list ? Code::List(codes) : Code::Tuple(codes).Bracketed();
  return true;
}

}  // namespace graphmend::fix
