// Comparisons, membership and truth.
#include "infer/calls/torch_functions.h"
#include "infer/interpret/object_operators.h"
#include "infer/interpret/sizes.h"

namespace graphmend::infer {
namespace {

template <class Number>
std::optional<bool> Ordered(CompareOp op, Number x, Number y) {
  switch (op) {
    case CompareOp::Eq: return x == y;
    case CompareOp::NotEq: return x != y;
    case CompareOp::Lt: return x < y;
    case CompareOp::LtE: return x <= y;
    case CompareOp::Gt: return x > y;
    case CompareOp::GtE: return x >= y;
    case CompareOp::Is:
    case CompareOp::IsNot:
    case CompareOp::In:
    case CompareOp::NotIn: break;
  }
  return std::nullopt;
}

std::optional<bool> CompareConstants(CompareOp op, const values::Constant& a,
                                     const values::Constant& b) {
  if (IsNumber(a) && IsNumber(b)) return Ordered(op, AsReal(a), AsReal(b));
  if (op == CompareOp::Eq) return AreEqual(a, b);
  if (op == CompareOp::NotEq) return !AreEqual(a, b);
  if (op == CompareOp::In && a.kind == LiteralKind::Str && b.kind == LiteralKind::Str)
    return b.text.text().find(a.text.text()) != std::string_view::npos;
  return std::nullopt;
}

// Ints of which one at least is a size of a tensor.
std::optional<bool> CompareSizes(Unit& unit, CompareOp op, Ref left, Ref right) {
  const auto x = SizeOf(unit, left), y = SizeOf(unit, right);
  return x && y ? Ordered(op, *x, *y) : std::nullopt;
}

std::optional<bool> CompareKnown(Unit& unit, CompareOp op, Ref left, Ref right) {
  const auto* a = unit.values.If<values::Constant>(left);
  const auto* b = unit.values.If<values::Constant>(right);
  return a && b ? CompareConstants(op, *a, *b) : CompareSizes(unit, op, left, right);
}

// Exact tuples of constants and sizes, element by element.
std::optional<bool> CompareTuples(Unit& unit, CompareOp op, const values::Sequence& a,
                                  const values::Sequence& b) {
  if (!a.exact || !b.exact) return std::nullopt;
  for (std::size_t i = 0; i < std::min(a.items.size(), b.items.size()); ++i) {
    if (CompareSizes(unit, CompareOp::Eq, a.items[i], b.items[i]) == true) continue;
    if (const auto order = CompareSizes(unit, op, a.items[i], b.items[i])) return order;
    const auto* x = unit.values.If<values::Constant>(a.items[i]);
    const auto* y = unit.values.If<values::Constant>(b.items[i]);
    if (!x || !y) return std::nullopt;
    if (AreEqual(*x, *y)) continue;
    return op == CompareOp::Eq      ? false
           : op == CompareOp::NotEq ? true
                                    : CompareConstants(op, *x, *y).value_or(false);
  }
  return Ordered(op, a.items.size(), b.items.size());
}

// Two dtypes, devices or layouts whose names are known.
bool BothNamed(const values::Guarded* a, const values::Guarded* b) {
  return a && b && a->name && b->name && a->type == b->type &&
         (a->type == PyType::DType || a->type == PyType::Device || a->type == PyType::Any);
}

Ref Identity(Unit& unit, bool negated, Ref left, Ref right) {
  auto answer = [&](bool same) { return Ref{unit.values.Bool(same != negated), {}}; };
  auto open = [&](Ref r) {
    return unit.values.If<values::Unknown>(r) || unit.values.If<values::Param>(r) ||
           unit.values.If<values::Union>(r);
  };
  if (open(left) || open(right)) return unit.Guarded(PyType::Bool);
  bool ln = left.value == unit.values.none(), rn = right.value == unit.values.none();
  if (ln || rn) return answer(ln && rn);
  const auto* cl = unit.values.If<values::Constant>(left);
  const auto* cr = unit.values.If<values::Constant>(right);
  if (cl && cr && cl->kind != LiteralKind::Str && cl->kind != LiteralKind::Float)
    return answer(left.value == right.value);
  bool constant_left = cl != nullptr, constant_right = cr != nullptr;
  bool tensor = unit.values.If<values::Tensor>(left) || unit.values.If<values::Tensor>(right);
  if (tensor && (constant_left || constant_right)) return answer(false);
  const auto* gl = unit.values.If<values::Guarded>(left);
  const auto* gr = unit.values.If<values::Guarded>(right);
  if (BothNamed(gl, gr)) return answer(gl->name == gr->name);
  const auto* xl = unit.values.If<values::Class>(left);
  const auto* xr = unit.values.If<values::Class>(right);
  if (xl && xr) return answer(xl->id == xr->id);
  return unit.Guarded(PyType::Bool);
}

// Whether a tensor is looked for in a list that has a tensor or a number in it: the list compares
// with `==`, and asks what comes of that for its truth. What is None, a text or an object is no
// tensor's equal.
bool ComparesTensors(Unit& unit, Ref needle, Ref list) {
  const auto* s = unit.values.If<values::Sequence>(list);
  if (!s || s->kind == values::SequenceKind::Set || unit.data.IsTensor(needle) != Has::Certainly)
    return false;
  return std::any_of(s->items.begin(), s->items.end(), [&](Ref item) {
    const auto type = NumberType(unit, item);
    return unit.data.IsTensor(item) == Has::Certainly || type == PyType::Int ||
           type == PyType::Float || type == PyType::Bool;
  });
}

Ref Membership(Unit& unit, bool negated, Ref left, Ref right, const Site& site) {
  if (auto has = CallOwnMethod(unit, right, "__contains__", {left}, site)) {
    const auto known = unit.operations.KnownTruth(*has);
    return known ? Ref{unit.values.Bool(*known != negated), {}} : unit.Guarded(PyType::Bool);
  }
  if (unit.data.IsTensor(right) == Has::Certainly) {
    // A text is in no tensor: this is a mapping after all.
    const auto* key = unit.values.If<values::Constant>(left);
    if (key && key->kind == LiteralKind::Str) return unit.Guarded(PyType::Bool);
    unit.recorder.Observe(observed::TruthInCall{{{"in", OperationKind::Contains}}}, site, right,
                          {"GB0207"});
    return unit.Guarded(PyType::Bool);
  }
  auto items =
      unit.values.If<values::Tensor>(right) ? std::nullopt : unit.operations.ExactElements(right);
  const auto* c = unit.values.If<values::Constant>(left);
  if (items && c) {
    bool unsure = false;
    for (Ref r : *items) {
      const auto* item = unit.values.If<values::Constant>(r);
      if (item && AreEqual(*item, *c)) return {unit.values.Bool(!negated), {}};
      unsure |= !item;
    }
    if (!unsure) return {unit.values.Bool(negated), {}};
  }
  if (const auto* d = unit.values.If<values::Dict>(right); d && c) {
    const auto has = std::find_if(d->entries.begin(), d->entries.end(),
                                  [&](const auto& e) { return e.key == left.value; });
    if (has != d->entries.end() ? !has->maybe : !d->open)
      return {unit.values.Bool((has != d->entries.end()) != negated), {}};
  }
  if (const auto* text = unit.values.If<values::Constant>(right); text && c)
    if (const auto known = CompareConstants(CompareOp::In, *c, *text))
      return {unit.values.Bool(*known != negated), {}};
  return unit.Guarded(PyType::Bool);
}

// A text that shows a tensor, or a search in one.
void ObserveSearched(Unit& unit, Ref left, Ref right, const Site& site) {
  unit.data.ObserveShown(right, "in", "GB4411", site);
  if (!unit.data.ShowsTensor(right) && !unit.values.If<values::Dict>(right))
    unit.data.ObserveShown(left, "in", NumberType(unit, right) ? "GB4411" : "GB9648", site);
}

// Where it may be one of several containers, or one of several texts; what is in None raises.
Ref MembershipOfAlternatives(Unit& unit, bool negated, Ref left, Ref right, const Site& site) {
  if (unit.data.IsTensor(right) != Has::No) return Membership(unit, negated, left, right, site);
  ObserveSearched(unit, left, right, site);
  const bool one_text = unit.values.TextsOf(left).empty();
  return OverAlternatives(unit, right, [&](Ref r) {
    if (r.value == unit.values.none() && r.value != right.value) return unit.Bottom();
    if (one_text) return Membership(unit, negated, left, r, site);
    return OverAlternatives(unit, left,
                            [&](Ref l) { return Membership(unit, negated, l, r, site); });
  });
}

// Addresses of tensors are never compared while tracing; their ids are, as long as both are inputs.
void CompareRuntimeNumbers(Unit& unit, Ref left, Ref right, const Site& site) {
  auto number = [&](Ref r) {
    const auto* g = unit.values.If<values::Guarded>(r);
    return g ? g->number : values::RuntimeNumber::None;
  };
  const values::RuntimeNumber of_left = number(left), of_right = number(right);
  if (of_left == values::RuntimeNumber::DataPointer ||
      of_right == values::RuntimeNumber::DataPointer)
    unit.recorder.Observe(observed::DataPredicate{{{"data_ptr", OperationKind::DataPointer}}}, site,
                          of_left == values::RuntimeNumber::DataPointer ? left : right, {"GB5976"});
  if (of_left == values::RuntimeNumber::Id && of_right == values::RuntimeNumber::Id &&
      (unit.recorder.MadeHere(left.origin) || unit.recorder.MadeHere(right.origin)))
    unit.recorder.Observe(observed::DataPredicate{{{"id", OperationKind::Id}}}, site,
                          unit.recorder.MadeHere(left.origin) ? left : right, {"GB9316", "GB4501"});
}

// What is told of two elements while tracing: whether they are equal (or not even that), or that
// a tensor decides it.
enum class Pair { Equal, Different, Untold, OfTensor };

Pair ComparePair(Unit& unit, Ref one, Ref other) {
  if (one == other) return Pair::Equal;
  const auto* a = unit.values.If<values::Constant>(one);
  const auto* b = unit.values.If<values::Constant>(other);
  const bool left = unit.data.IsTensor(one) == Has::Certainly;
  if (left || unit.data.IsTensor(other) == Has::Certainly) {
    const auto* constant = left ? b : a;
    return constant && !IsNumber(*constant) ? Pair::Different : Pair::OfTensor;
  }
  if (!a || !b) return Pair::Untold;
  return AreEqual(*a, *b) ? Pair::Equal : Pair::Different;
}

// Lists and tuples are compared element by element, up to the first two that differ; Dynamo must
// know of each pair whether it does.
void CompareElements(Unit& unit, bool equality, Ref left, Ref right, const Site& site) {
  using values::SequenceKind;
  if (!unit.CurrentMode(site).compiled) return;
  const values::Sequence& a = *unit.values.If<values::Sequence>(left);
  const values::Sequence& b = *unit.values.If<values::Sequence>(right);
  const bool ordered = a.kind == SequenceKind::List || a.kind == SequenceKind::Tuple;
  if (!ordered || a.kind != b.kind || (!a.exact && !b.exact)) return;
  const bool exact = a.exact && b.exact;
  if (exact && equality && a.items.size() != b.items.size()) return;
  OpenConditions conditions = OpenIf(!exact, {OpenKind::SameLength});
  for (std::size_t i = 0; i < std::min(a.items.size(), b.items.size()); ++i) {
    const Ref one = a.items[i], other = b.items[i];
    switch (ComparePair(unit, one, other)) {
      case Pair::Equal: break;
      case Pair::Different: return;
      case Pair::Untold:
        if (conditions.empty()) conditions.push_back({OpenKind::EqualBefore});
        break;
      case Pair::OfTensor:
        unit.recorder.Observe(observed::TruthInCall{{{"=="}}}, site,
                              unit.data.IsTensor(one) == Has::Certainly ? one : other,
                              {"GB6622", "GB0170"}, conditions);
        return;
    }
  }
}

Ref CompareOne(Unit& unit, CompareOp op, Ref left, Ref right, const Site& site) {
  Values& values = unit.values;
  if (values.IsBottom(left) || values.IsBottom(right)) return unit.Bottom();
  // None has no order: comparing it raises.
  bool ordering =
      op == CompareOp::Lt || op == CompareOp::LtE || op == CompareOp::Gt || op == CompareOp::GtE;
  if (ordering && (left.value == values.none() || right.value == values.none()))
    return unit.Bottom();
  const auto* tl = values.If<values::Tensor>(left);
  const auto* tr = values.If<values::Tensor>(right);
  const auto* cl = values.If<values::Constant>(left);
  const auto* cr = values.If<values::Constant>(right);
  bool equality = op == CompareOp::Eq || op == CompareOp::NotEq;
  CompareRuntimeNumbers(unit, left, right, site);
  bool is_text = (cl && cl->kind == LiteralKind::Str) || (cr && cr->kind == LiteralKind::Str) ||
                 (unit.data.ShowsTensor(left) && unit.data.ShowsTensor(right));
  if (is_text)
    unit.data.ObserveShown(unit.data.ShowsTensor(left) ? left : right, Spelling(op), "GB9648",
                           site);
  if (tl || tr) {
    const auto* other = tl ? cr : cl;
    bool odd = other && (other->kind == LiteralKind::None || other->kind == LiteralKind::Str ||
                         other->kind == LiteralKind::Ellipsis);
    if (odd) return equality ? Ref{values.Bool(op == CompareOp::NotEq), {}} : unit.Bottom();
    if (values.If<values::Sequence>(tl ? right : left)) return unit.Guarded(PyType::Bool);
    return TensorOperation(unit, left, right, values::DType::Bool, site, Spelling(op));
  }
  if (auto known = CompareKnown(unit, op, left, right)) return {values.Bool(*known), {}};
  const auto* gl = values.If<values::Guarded>(left);
  const auto* gr = values.If<values::Guarded>(right);
  if (equality && BothNamed(gl, gr))
    return {values.Bool((gl->name == gr->name) == (op == CompareOp::Eq)), {}};
  const auto* sl = values.If<values::Sequence>(left);
  const auto* sr = values.If<values::Sequence>(right);
  if (sl && sr)
    if (auto known = CompareTuples(unit, op, *sl, *sr)) return {values.Bool(*known), {}};
  if (equality && (left.value == values.none() || right.value == values.none())) {
    Ref other = left.value == values.none() ? right : left;
    if (!values.If<values::Unknown>(other) && !values.If<values::Param>(other) &&
        !values.If<values::Object>(other))
      return {values.Bool((left.value == right.value) == (op == CompareOp::Eq)), {}};
    return unit.Guarded(PyType::Bool);
  }
  const auto* dl = values.If<values::DataScalar>(left);
  const auto* dr = values.If<values::DataScalar>(right);
  if (dl || dr)
    return {values.Intern(values::DataScalar{PyType::Bool, dl ? dl->source : dr->source}),
            dl ? left.origin : right.origin};
  bool unknown = values.If<values::Unknown>(left) || values.If<values::Unknown>(right) ||
                 values.If<values::Param>(left) || values.If<values::Param>(right);
  // `unknown == "text"` is a bool; `unknown > 0` may be a tensor of bools.
  if (unknown) {
    bool text = (cl && cl->kind == LiteralKind::Str) || (cr && cr->kind == LiteralKind::Str);
    if (text || sl || sr) return unit.Guarded(PyType::Bool);
    if (values.If<values::Param>(left) || values.If<values::Param>(right))
      return values.If<values::Param>(left) ? left : right;
    return unit.UnknownRef(Why::Comparison);
  }
  return unit.Guarded(PyType::Bool);
}

Ref CompareAlternatives(Unit& unit, CompareOp op, Ref left, Ref right, const Site& site) {
  const bool equality = op == CompareOp::Eq || op == CompareOp::NotEq;
  return OverAlternatives(unit, left, [&](Ref l) {
    return OverAlternatives(unit, right, [&](Ref r) {
      if (unit.values.If<values::Sequence>(l) && unit.values.If<values::Sequence>(r))
        CompareElements(unit, equality, l, r, site);
      if (auto called = ObjectCompare(unit, op, l, r, site)) return *called;
      if (auto own = OperateByTorchFunction(unit, MethodOf(op), {l, r}, site)) return *own;
      return CompareOne(unit, op, l, r, site);
    });
  });
}

}  // namespace

Ref Operations::CompareOperation(CompareOp op, Ref left, Ref right, const Site& site) {
  if (!left.value || !right.value) return unit_.Bottom();
  CheckComparedMethods(op, left, right, site);
  switch (op) {
    case CompareOp::Is: return Identity(unit_, false, left, right);
    case CompareOp::IsNot: return Identity(unit_, true, left, right);
    case CompareOp::In:
    case CompareOp::NotIn: {
      bool negated = op == CompareOp::NotIn;
      if (unit_.CurrentMode(site).compiled && ComparesTensors(unit_, left, right))
        unit_.recorder.Observe(observed::TruthInCall{{{"in", OperationKind::Contains}}}, site, left,
                               {negated ? "GB0033" : "GB0170"});
      return MembershipOfAlternatives(unit_, negated, left, right, site);
    }
    case CompareOp::Eq:
    case CompareOp::NotEq:
    case CompareOp::Lt:
    case CompareOp::LtE:
    case CompareOp::Gt:
    case CompareOp::GtE: break;
  }
  return CompareAlternatives(unit_, op, left, right, site);
}

Truth Operations::TruthOf(Ref value) {
  if (!value.value) return {true, true};
  auto one = [&](Ref r) -> Truth {
    return base::Match(
        values[r.value], [](const values::Bottom&) { return Truth{false, false}; },
        [](const values::Constant& c) -> Truth {
          bool truth = c.kind == LiteralKind::True || c.kind == LiteralKind::Ellipsis ||
                       (c.kind == LiteralKind::Int && (c.integer != 0 || c.text)) ||
                       (c.kind == LiteralKind::Float && c.real != 0) ||
                       ((c.kind == LiteralKind::Str || c.kind == LiteralKind::Bytes) &&
                        !c.text.text().empty());
          return {truth, !truth};
        },
        [](const values::Guarded& g) -> Truth { return {g.size != 0, g.size <= 0}; },
        [](const values::Sequence& s) -> Truth {
          if (s.kind == values::SequenceKind::Iterator) return {true, false};
          if (!s.exact) return {true, true};
          return {!s.items.empty(), s.items.empty()};
        },
        [](const values::Dict& d) -> Truth {
          bool sure = false;
          for (const auto& e : d.entries) sure |= !e.maybe;
          if (sure) return {true, false};
          return {d.open || !d.entries.empty(), true};
        },
        [&](const values::Object& o) -> Truth {
          const ClassId cls = unit_.Info(o.id).cls;
          if (unit_.classes.ClassAttribute(cls, unit_.well_known.boolean).value ||
              unit_.classes.ClassAttribute(cls, unit_.well_known.length).value ||
              unit_.Info(cls).unknown_base)
            return {true, true};
          return {true, false};
        },
        [](const values::Class&) { return Truth{true, false}; },
        [](const values::Function&) { return Truth{true, false}; },
        [](const values::Bound&) { return Truth{true, false}; },
        [](const values::Partial&) { return Truth{true, false}; },
        [](const values::Module&) { return Truth{true, false}; },
        [](const values::Slice&) { return Truth{true, false}; },
        [](const values::Super&) { return Truth{true, false}; },
        [](const auto&) { return Truth{true, true}; });
  };
  const auto* u = values.If<values::Union>(value);
  if (!u) return one(value);
  Truth out;
  for (Ref r : std::vector<Ref>(u->alternatives)) {
    Truth t = one(r);
    out.can_be_true |= t.can_be_true;
    out.can_be_false |= t.can_be_false;
  }
  return out;
}

std::optional<bool> Operations::KnownTruth(Ref value) {
  Truth t = TruthOf(value);
  if (t.can_be_true == t.can_be_false) return std::nullopt;
  return t.can_be_true;
}

}  // namespace graphmend::infer
