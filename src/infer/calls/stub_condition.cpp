#include "infer/calls/stub_condition.h"

#include <algorithm>
#include <iterator>
#include <vector>

#include "infer/calls/argument_texts.h"
#include "infer/interpret/object_operators.h"
#include "infer/trace.h"

namespace graphmend::infer {
namespace {

constexpr OpenKind kOpen[] = {
#define GM_CONDITION(name, word, open, form, meaning) OpenKind::open,
#include "models/vocabulary.def"
};

bool Open(Unit& unit, Ref r) {
  return unit.values.If<values::Unknown>(r) || unit.values.If<values::Param>(r);
}

// What `test` says of all alternatives of a value.
template <class Test>
Answer Over(Unit& unit, Ref value, Test test) {
  const auto* u = unit.values.If<values::Union>(value);
  if (!u) return test(value);
  bool yes = false, no = false;
  for (Ref r : std::vector<Ref>(u->alternatives)) {
    if (r.value == unit.values.none()) continue;  // None would not have got here
    Answer a = test(r);
    yes |= a != Answer::No;
    no |= a != Answer::Yes;
  }
  return yes && no ? Answer::Unknown : YesIf(yes);
}

Answer IsStr(Unit& unit, Ref value) {
  return Over(unit, value, [&](Ref r) {
    if (Open(unit, r)) return Answer::Unknown;
    if (const auto* c = unit.values.If<values::Constant>(r))
      return YesIf(c->kind == syntax::LiteralKind::Str);
    const auto* g = unit.values.If<values::Guarded>(r);
    if (g && g->type == values::PyType::Any) return Answer::Unknown;
    return YesIf(g && g->type == values::PyType::Str);
  });
}

Answer TruthIs(Unit& unit, Ref value, bool wanted) {
  auto truth = unit.operations.KnownTruth(value);
  return truth ? YesIf(*truth == wanted) : Answer::Unknown;
}

}  // namespace

Answer Condition::Evaluate(syntax::ExprId id) {
  return base::Match(
      tree_[id].node,
      [&](const syntax::BoolOp& b) {
        Answer l = Evaluate(b.left), r = Evaluate(b.right);
        if (l == r) return l;
        Answer strong = b.op == syntax::BoolOpKind::And ? Answer::No : Answer::Yes;
        return l == strong || r == strong ? strong : Answer::Unknown;
      },
      [&](const syntax::Unary& u) { return Not(Evaluate(u.operand)); },
      [&](const syntax::Call& c) { return Test(c); },
      [](const syntax::Literal& l) { return YesIf(l.kind == syntax::LiteralKind::True); },
      [](const auto&) { return Answer::Unknown; });
}

OpenConditions Condition::OpenParts(syntax::ExprId id, bool negated) {
  if (const auto* b = std::get_if<syntax::BoolOp>(&tree_[id].node)) {
    const bool left = Evaluate(b->left) == Answer::Unknown,
               right = Evaluate(b->right) == Answer::Unknown;
    if (!left || !right) return OpenParts(left ? b->left : b->right, negated);
    OpenConditions out = OpenParts(b->left, negated), more = OpenParts(b->right, negated);
    if (!more.empty()) more[0].alternative = (b->op == syntax::BoolOpKind::Or) != negated;
    out.insert(out.end(), more.begin(), more.end());
    return out;
  }
  if (const auto* u = std::get_if<syntax::Unary>(&tree_[id].node);
      u && u->op == syntax::UnaryOp::Not)
    return OpenParts(u->operand, !negated);
  const auto* call = std::get_if<syntax::Call>(&tree_[id].node);
  const auto word = call ? models::FindCondition(NameOf(call->callee)) : std::nullopt;
  if (!word || call->args.empty()) return {};
  const std::string about(NameOf(call->args[0].value));
  if (negated && *word == models::ConditionWord::Folded) return {{OpenKind::IsNoFloat, about}};
  return {{kOpen[static_cast<std::size_t>(*word)], about, negated}};
}

std::string_view Condition::NameOf(syntax::ExprId id) const {
  const auto* n = std::get_if<syntax::Name>(&tree_[id].node);
  return n ? n->id.text() : std::string_view();
}

// A parameter, or a field of one; of an object that source does not tell nothing is asked.
Condition::Argument Condition::About(syntax::ExprId id) const {
  if (const auto* attribute = std::get_if<syntax::Attribute>(&tree_[id].node)) {
    const Argument object = About(attribute->object);
    if (!object.value.value || !unit_.values.If<values::Object>(object.value)) return {};
    return {unit_.operations.GetAttribute(object.value, attribute->name, Site{}), object.given, {}};
  }
  const std::string_view name = NameOf(id);
  for (std::size_t i = 0; i < params_.size(); ++i)
    if (params_[i].name == name)
      return {bound_.values[i], bound_.given[i], {}, params_[i].kind == syntax::ParamKind::VarArgs};
  return {};
}

Condition::Argument Condition::Find(const syntax::Call& call) const {
  Argument found = About(call.args[0].value);
  if (call.args.size() > 1)
    if (const auto* literal = std::get_if<syntax::Literal>(&tree_[call.args[1].value].node))
      found.detail = literal->text.text();
  return found;
}

Ref Condition::AskedToComeIn(syntax::ExprId id) const {
  const auto* call = id ? std::get_if<syntax::Call>(&tree_[id].node) : nullptr;
  const auto word = call ? models::FindCondition(NameOf(call->callee)) : std::nullopt;
  return word == models::ConditionWord::IsInput ? Find(*call).value : Ref();
}

Answer Condition::Test(const syntax::Call& call) {
  using Method = Answer (Condition::*)(const Argument&);
  static constexpr Method kTests[] = {
#define GM_CONDITION(name, word, open, form, meaning) &Condition::name,
#include "models/vocabulary.def"
  };
  auto word = models::FindCondition(NameOf(call.callee));
  if (!word || call.args.empty()) return Answer::Unknown;
  const Argument argument = Find(call);
  const Answer answer = argument.value.value
                            ? (this->*kTests[static_cast<std::size_t>(*word)])(argument)
                            : Answer::No;
  if (unit_.options.trace) unit_.options.trace->conditions.insert({*word, answer != Answer::No});
  return answer;
}

// Passed, and not None.
Answer Condition::Given(const Argument& a) {
  if (!a.given || a.value.value == unit_.values.none()) return Answer::No;
  if (const auto* u = unit_.values.If<values::Union>(a.value))
    for (Ref r : u->alternatives)
      if (r.value == unit_.values.none()) return Answer::Unknown;
  return Answer::Yes;
}

Answer Condition::IsTensor(const Argument& a) {
  return Over(unit_, a.value, [&](Ref r) {
    const auto* scalar = unit_.values.If<values::DataScalar>(r);
    // A number that was captured is a symbol.
    const bool symbol = scalar && scalar->source == values::DataSource::Tensor;
    return YesIf(unit_.values.If<values::Tensor>(r) ||
                 (scalar && !(symbol && a.detail == "no_symbol")));
  });
}

Answer Condition::HoldsTensor(const Argument& a) { return YesIf(unit_.data.HoldsTensor(a.value)); }

Answer Condition::CopiesTensor(const Argument& a) {
  return YesIf(unit_.data.CopyHoldsTensor(a.value));
}

Answer Condition::IsSparse(const Argument& a) {
  return Over(unit_, a.value, [&](Ref r) {
    const auto* t = unit_.values.If<values::Tensor>(r);
    return YesIf(t && t->layout == values::Layout::Sparse);
  });
}

Answer Condition::OfDType(const Argument& a) {
  using values::DType;
  const DType wanted = a.detail == "bool" ? DType::Bool : DType::Float;
  return Over(unit_, a.value, [&](Ref r) {
    if (Open(unit_, r)) return Answer::Unknown;
    const auto* t = unit_.values.If<values::Tensor>(r);
    return t && t->dtype == DType::Unknown ? Answer::Unknown : YesIf(t && t->dtype == wanted);
  });
}

Answer Condition::True(const Argument& a) { return TruthIs(unit_, a.value, true); }
Answer Condition::False(const Argument& a) { return TruthIs(unit_, a.value, false); }

Answer Condition::IsParameter(const Argument& a) {
  return Over(unit_, a.value, [&](Ref r) {
    const auto* t = unit_.values.If<values::Tensor>(r);
    return YesIf(t && t->parameter);
  });
}

Answer Condition::IsContainer(const Argument& a) {
  return Over(unit_, a.value, [&](Ref r) {
    if (Open(unit_, r)) return Answer::Unknown;
    const auto* sequence = unit_.values.If<values::Sequence>(r);
    return YesIf(unit_.values.If<values::Dict>(r) ||
                 (sequence && sequence->kind != values::SequenceKind::Tuple));
  });
}

Answer Condition::HoldsStr(const Argument& a) {
  auto items = unit_.operations.ExactElements(a.value).value_or(std::vector<Ref>{});
  return YesIf(std::any_of(items.begin(), items.end(),
                           [&](Ref r) { return IsStr(unit_, r) == Answer::Yes; }));
}

namespace {
bool HasPlainInstance(Unit& unit, Ref container, int depth) {
  constexpr int kDeepest = 3;  // containers in containers
  const auto* s = unit.values.If<values::Sequence>(container);
  if (!s || depth > kDeepest) return false;
  return std::any_of(s->items.begin(), s->items.end(), [&](Ref r) {
    const auto* o = unit.values.If<values::Object>(r);
    return o ? IsPlainInstance(unit, *o) : HasPlainInstance(unit, r, depth + 1);
  });
}
}  // namespace

Answer Condition::HoldsObject(const Argument& a) {
  return YesIf(HasPlainInstance(unit_, a.value, 0));
}

Answer Condition::Overrides(const Argument& a) {
  const auto* cls = unit_.values.If<values::Class>(a.value);
  ClassId found;
  if (cls) unit_.classes.ClassAttribute(cls->id, unit_.Intern(a.detail), &found);
  return YesIf(found && !unit_.Info(found).is_stub);
}

Answer Condition::HasClassMethod(const Argument& a) {
  const auto* cls = unit_.values.If<values::Class>(a.value);
  const Ref method = cls ? unit_.classes.ClassAttribute(cls->id, unit_.Intern(a.detail)) : Ref();
  const auto* wrapper = method.value ? unit_.values.If<values::Wrapper>(method) : nullptr;
  return YesIf(wrapper && wrapper->kind == values::WrapperKind::ClassMethod);
}

Answer Condition::ClosesOverData(const Argument& a) {
  const Has has = unit_.data.ClosesOverData(a.value);
  return has == Has::Maybe ? Answer::Unknown : YesIf(has == Has::Certainly);
}

// A NumPy number of Python floats is known while compiling; one of ints stays tensor data.
Answer Condition::Folded(const Argument& a) {
  return Over(unit_, a.value, [&](Ref r) {
    if (const auto* s = unit_.values.If<values::Sequence>(r)) return YesIf(s->folded);
    const auto* t = unit_.values.If<values::Tensor>(r);
    if (!t || !t->numpy || t->known == values::Known::No) return Answer::No;
    const bool is_float = t->dtype == values::DType::Float;
    if (is_float && t->known == values::Known::Yes) return Answer::Yes;
    return is_float || t->dtype == values::DType::Unknown ? Answer::Unknown : Answer::No;
  });
}

// One text, in either case.
Answer Condition::IsText(const Argument& a) {
  return Over(unit_, a.value, [&](Ref r) {
    const auto* c = unit_.values.If<values::Constant>(r);
    if (!c) return IsStr(unit_, r) == Answer::No ? Answer::No : Answer::Unknown;
    return YesIf(c->kind == syntax::LiteralKind::Str && IsSameText(c->text.text(), a.detail));
  });
}

Answer Condition::NamesSomething(const Argument& a) {
  return Over(unit_, a.value, [&](Ref r) {
    const auto* c = unit_.values.If<values::Constant>(r);
    const bool is_known = c && c->kind == syntax::LiteralKind::Str;
    return is_known ? YesIf(HasName(c->text.text())) : Answer::Unknown;
  });
}

Answer Condition::NeedsGrad(const Argument&) { return Answer::Unknown; }
Answer Condition::SourceSilent(const Argument&) { return Answer::Unknown; }

Answer Condition::IsModule(const Argument& a) {
  return Over(unit_, a.value, [&](Ref r) {
    if (Open(unit_, r)) return Answer::Unknown;
    const auto* o = unit_.values.If<values::Object>(r);
    return YesIf(o && unit_.Info(unit_.Info(o->id).cls).is_module);
  });
}

Answer Condition::IsClass(const Argument& a) {
  return Over(unit_, a.value, [&](Ref r) {
    const auto* cls = unit_.values.If<values::Class>(r);
    return YesIf(cls && (a.detail.empty() || unit_.Info(cls->id).name.text() == a.detail));
  });
}

Answer Condition::Computed(const Argument& a) {
  return YesIf(unit_.data.IsTensor(a.value) == Has::Certainly &&
               unit_.recorder.MadeHere(a.value.origin));
}

Answer Condition::WithoutGrad(const Argument& a) {
  return YesIf(unit_.data.IsTensor(a.value) == Has::Certainly &&
               unit_.recorder.MadeWithoutGrad(a.value.origin, a.detail));
}

// What is made of an input has no source of its own, a view of it neither (2.13, measured).
Answer Condition::IsInput(const Argument& a) {
  const auto* t = unit_.values.If<values::Tensor>(a.value);
  if (!t) return Answer::No;
  const Has comes = unit_.recorder.ComesIn(a.value.origin);
  if (t->parameter || comes == Has::Certainly) return Answer::Yes;
  return comes == Has::Maybe ? Answer::Unknown : Answer::No;
}

// One of them, where they are passed as `*args`.
Answer Condition::Enters(const Argument& a) {
  const auto enters = [this](Ref r) {
    const auto* s = r.value ? unit_.values.If<values::Sequence>(r) : nullptr;
    return s && s->enters;
  };
  const auto* all = a.value.value ? unit_.values.If<values::Sequence>(a.value) : nullptr;
  return YesIf(enters(a.value) || (all && all->kind == values::SequenceKind::Tuple && all->exact &&
                                   std::any_of(all->items.begin(), all->items.end(), enters)));
}

Answer Condition::IsIterator(const Argument& a) {
  const auto is_iterator = [&](Ref r) {
    if (Open(unit_, r)) return Answer::Unknown;
    const auto* s = unit_.values.If<values::Sequence>(r);
    return YesIf(s && s->kind == values::SequenceKind::Iterator);
  };
  // Of one that is passed alone.
  const auto* all = a.several ? unit_.values.If<values::Sequence>(a.value) : nullptr;
  if (all && all->exact && all->items.size() == 1) return Over(unit_, all->items[0], is_iterator);
  return Over(unit_, a.value, is_iterator);
}

Answer Condition::TracedContext(const Argument& a) {
  return Over(unit_, a.value, [&](Ref r) {
    const auto* o = unit_.values.If<values::Object>(r);
    if (!o) return unit_.values.If<values::Sequence>(r) ? Answer::Yes : Answer::Unknown;
    return YesIf(!unit_.Info(unit_.Info(o->id).cls).is_stub && !unit_.recorder.MadeOutside(r));
  });
}

Answer Condition::ByClass(const Argument& a) {
  const bool is_instance = a.value.value && unit_.values.If<values::Object>(a.value);
  return YesIf(is_instance && !bound_.by_instance);
}

// Its method counts as well: a frame made it if it made the instance.
Answer Condition::NestedFunction(const Argument& a) {
  return Over(unit_, a.value, [&](Ref r) {
    if (const auto* bound = unit_.values.If<values::Bound>(r))
      return YesIf(unit_.recorder.IsMade(bound->self) && !unit_.recorder.MadeOutside(bound->self));
    if (Open(unit_, r)) return Answer::Unknown;
    const auto* f = unit_.values.If<values::Function>(r);
    if (!f) return Answer::No;
    const CallableInfo& info = unit_.Info(f->id);
    return YesIf(info.is_stub || info.file->tree()[info.function].parent);
  });
}

// What is declared to be of a class may be of one below that.
Answer Condition::InstanceOf(const Argument& a) {
  const std::string_view name = a.detail;
  const std::size_t dot = name.rfind('.');
  const ClassId asked = unit_.classes.StubClass(name.substr(0, dot), name.substr(dot + 1));
  return Over(unit_, a.value, [&](Ref r) {
    const auto* o = unit_.values.If<values::Object>(r);
    if (!o) return Open(unit_, r) ? Answer::Unknown : Answer::No;
    const ClassId cls = unit_.Info(o->id).cls;
    if (unit_.classes.DerivesFrom(cls, asked)) return Answer::Yes;
    const bool may_be = unit_.Info(cls).unknown_base || unit_.classes.DerivesFrom(asked, cls);
    return may_be ? Answer::Unknown : Answer::No;
  });
}

Answer Condition::FromSubclass(const Argument& a) {
  const auto* o = unit_.values.If<values::Object>(a.value);
  return YesIf(o && !unit_.Info(unit_.Info(o->id).cls).is_stub);
}

}  // namespace graphmend::infer
