// The `when=` conditions of stubs, evaluated over the bound arguments of a call: yes, no, or
// unknown, which makes the finding conditional.
#pragma once

#include <span>
#include <string_view>
#include <vector>

#include "infer/unit.h"

namespace graphmend::infer {

enum class Answer { No, Unknown, Yes };

inline Answer Not(Answer a) {
  return a == Answer::Yes ? Answer::No : a == Answer::No ? Answer::Yes : a;
}

// Evaluates a `when=` condition over the bound arguments of a call.
class Condition {
 public:
  Condition(Unit& unit, const syntax::Tree& tree, std::span<const syntax::Param> params,
            const BoundArguments& bound)
      : unit_(unit), tree_(tree), params_(params), bound_(bound) {}

  Answer Evaluate(syntax::ExprId id) {
    return base::Match(
        tree_[id].node,
        [&](const syntax::BoolOp& b) {
          Answer l = Evaluate(b.left), r = Evaluate(b.right);
          bool is_and = b.op == syntax::BoolOpKind::And;
          if (l == r) return l;
          Answer strong = is_and ? Answer::No : Answer::Yes;
          return l == strong || r == strong ? strong : Answer::Unknown;
        },
        [&](const syntax::Unary& u) {
          return u.op == syntax::UnaryOp::Not ? Not(Evaluate(u.operand)) : Answer::Unknown;
        },
        [&](const syntax::Call& c) { return Test(c); },
        [&](const syntax::Compare& c) { return CompareTo(c); },
        [&](const syntax::Literal& l) {
          return l.kind == syntax::LiteralKind::True    ? Answer::Yes
                 : l.kind == syntax::LiteralKind::False ? Answer::No
                                                        : Answer::Unknown;
        },
        [](const auto&) { return Answer::Unknown; });
  }

  // What an unknown condition hangs on, in words: only its unknown parts.
  std::string Words(syntax::ExprId id) {
    if (const auto* b = std::get_if<syntax::BoolOp>(&tree_[id].node)) {
      bool left = Evaluate(b->left) == Answer::Unknown,
           right = Evaluate(b->right) == Answer::Unknown;
      if (left && right)
        return Words(b->left) + (b->op == syntax::BoolOpKind::And ? " and " : " or ") +
               Words(b->right);
      return Words(left ? b->left : b->right);
    }
    if (const auto* u = std::get_if<syntax::Unary>(&tree_[id].node);
        u && u->op == syntax::UnaryOp::Not) {
      const auto* call = std::get_if<syntax::Call>(&tree_[u->operand].node);
      if (call && NameOf(call->callee) == "folded")
        return "`" + std::string(NameOf(call->args[0].value)) + "` is no float";
      return "not: " + Words(u->operand);
    }
    const auto* call = std::get_if<syntax::Call>(&tree_[id].node);
    const auto* compare = std::get_if<syntax::Compare>(&tree_[id].node);
    if (!call && compare) call = std::get_if<syntax::Call>(&tree_[compare->left].node);
    if (!call || call->args.empty()) return "";
    std::string name = "`" + std::string(NameOf(call->args[0].value)) + "`";
    std::string_view test = NameOf(call->callee);
    static constexpr std::pair<std::string_view, std::string_view> kWords[] = {
        {"given", " is given"},
        {"is_tensor", " is a tensor"},
        {"is_sparse", " has a sparse layout"},
        {"is_int", " is an int"},
        {"is_float", " is a float"},
        {"is_bool", " is a bool"},
        {"is_str", " is a str"},
        {"true", " is true"},
        {"false", " is false"},
        {"is_parameter", " is a parameter"},
        {"is_container", " is a list, set or dict"},
        {"needs_grad", " takes part in autograd"}};
    for (const auto& [word, said] : kWords)
      if (test == word) return name + std::string(said);
    if (compare) {
      const auto* literal = compare->rights.empty()
                                ? nullptr
                                : std::get_if<syntax::Literal>(&tree_[compare->rights[0]].node);
      std::string_view negated = compare->ops[0] == syntax::CompareOp::NotEq ? "not " : "";
      if (test == "dtype" && literal)
        return "the dtype of " + name + " is " + std::string(negated) + literal->text.str();
      if (test == "rank") return "the number of dimensions of " + name + " is so";
    }
    return name + " is such";
  }

 private:
  std::string_view NameOf(syntax::ExprId id) {
    const auto* n = std::get_if<syntax::Name>(&tree_[id].node);
    return n ? n->id.text() : std::string_view();
  }

  struct Argument {
    Ref value;
    bool given = false;
  };
  Argument Find(std::string_view name) {
    for (std::size_t i = 0; i < params_.size(); ++i)
      if (params_[i].name == name) return {bound_.values[i], bound_.given[i]};
    return {};
  }

  template <class Test>
  Answer Over(Ref value, Test test) {
    if (!value.value) return Answer::No;
    const auto* u = unit_.values.If<values::Union>(value);
    if (!u) return test(value);
    bool yes = false, no = false;
    for (Ref r : std::vector<Ref>(u->alternatives)) {
      if (r.value == unit_.values.none()) continue;  // None would not have got here
      Answer a = test(r);
      yes |= a != Answer::No;
      no |= a != Answer::Yes;
    }
    return yes && no ? Answer::Unknown : yes ? Answer::Yes : Answer::No;
  }

  bool Open(Ref r) {
    return unit_.values.If<values::Unknown>(r) || unit_.values.If<values::Param>(r);
  }

  Answer OfType(Ref value, values::PyType type) {
    return Over(value, [&](Ref r) {
      if (Open(r)) return Answer::Unknown;
      const auto* c = unit_.values.If<values::Constant>(r);
      if (c) {
        using syntax::LiteralKind;
        bool is = (type == values::PyType::Int && c->kind == LiteralKind::Int) ||
                  (type == values::PyType::Float && c->kind == LiteralKind::Float) ||
                  (type == values::PyType::Bool &&
                   (c->kind == LiteralKind::True || c->kind == LiteralKind::False)) ||
                  (type == values::PyType::Str && c->kind == LiteralKind::Str);
        return is ? Answer::Yes : Answer::No;
      }
      const auto* g = unit_.values.If<values::Guarded>(r);
      if (!g) return Answer::No;
      return g->type == type                  ? Answer::Yes
             : g->type == values::PyType::Any ? Answer::Unknown
                                              : Answer::No;
    });
  }

  Answer Test(const syntax::Call& call) {
    std::string_view test = NameOf(call.callee);
    if (call.args.empty()) return Answer::Unknown;
    Argument a = Find(NameOf(call.args[0].value));
    if (test == "given") {
      if (!a.given || !a.value.value || a.value.value == unit_.values.none()) return Answer::No;
      if (const auto* u = unit_.values.If<values::Union>(a.value))
        for (Ref r : u->alternatives)
          if (r.value == unit_.values.none()) return Answer::Unknown;
      return Answer::Yes;
    }
    if (!a.value.value) return Answer::No;
    if (test == "from_subclass") {
      const auto* o = unit_.values.If<values::Object>(a.value);
      return o && !unit_.Info(unit_.Info(o->id).cls).is_stub ? Answer::Yes : Answer::No;
    }
    if (test == "is_parameter")
      return Over(a.value, [&](Ref r) {
        const auto* t = unit_.values.If<values::Tensor>(r);
        return t && t->parameter ? Answer::Yes : Answer::No;
      });
    if (test == "folded")
      return Over(a.value, [&](Ref r) {
        const auto* t = unit_.values.If<values::Tensor>(r);
        if (!t || !t->numpy || t->known == values::Known::No) return Answer::No;
        const bool is_float = t->dtype == values::DType::Float;
        if (is_float && t->known == values::Known::Yes) return Answer::Yes;
        return is_float || t->dtype == values::DType::Unknown ? Answer::Unknown : Answer::No;
      });
    if (test == "is_tensor")
      return Over(a.value, [&](Ref r) {
        return unit_.values.If<values::Tensor>(r)       ? Answer::Yes
               : unit_.values.If<values::DataScalar>(r) ? Answer::Yes
                                                        : Answer::No;
      });
    if (test == "is_sparse")
      return Over(a.value, [&](Ref r) {
        const auto* t = unit_.values.If<values::Tensor>(r);
        return t && t->sparse ? Answer::Yes : Answer::No;
      });
    if (test == "holds_tensor") return unit_.HoldsTensor(a.value) ? Answer::Yes : Answer::No;
    if (test == "holds_text") {
      auto items = unit_.ExactElements(a.value);
      if (!items && unit_.values.If<values::Sequence>(a.value))
        items = std::vector<Ref>{unit_.values.If<values::Sequence>(a.value)->items.front()};
      for (Ref r : items.value_or(std::vector<Ref>{}))
        if (unit_.ShowsTensor(r)) return Answer::Yes;
      return Answer::No;
    }
    if (test == "is_container")
      return Over(a.value, [&](Ref r) {
        const auto* sequence = unit_.values.If<values::Sequence>(r);
        return Open(r) ? Answer::Unknown
               : unit_.values.If<values::Dict>(r) ||
                       (sequence && sequence->kind != values::SequenceKind::Tuple)
                   ? Answer::Yes
                   : Answer::No;
      });
    if (test == "holds_str") {
      auto items = unit_.ExactElements(a.value);
      bool some = false;
      for (Ref r : items.value_or(std::vector<Ref>{}))
        some |= OfType(r, values::PyType::Str) == Answer::Yes;
      return some ? Answer::Yes : Answer::No;
    }
    if (test == "overrides") {
      const auto* cls = unit_.values.If<values::Class>(a.value);
      const auto* name = call.args.size() > 1
                             ? std::get_if<syntax::Literal>(&tree_[call.args[1].value].node)
                             : nullptr;
      ClassId found;
      if (cls && name) unit_.ClassAttribute(cls->id, name->text, &found);
      return found && !unit_.Info(found).is_stub ? Answer::Yes : Answer::No;
    }
    if (test == "closes_over_data") {
      Unit::Has has = unit_.ClosesOverData(a.value);
      return has == Unit::Has::Certainly ? Answer::Yes
             : has == Unit::Has::Maybe   ? Answer::Unknown
                                         : Answer::No;
    }
    if (test == "is_int") return OfType(a.value, values::PyType::Int);
    if (test == "is_float") return OfType(a.value, values::PyType::Float);
    if (test == "is_bool") return OfType(a.value, values::PyType::Bool);
    if (test == "is_str") return OfType(a.value, values::PyType::Str);
    if (test == "true" || test == "false") {
      auto truth = unit_.KnownTruth(a.value);
      return !truth ? Answer::Unknown : *truth == (test == "true") ? Answer::Yes : Answer::No;
    }
    return Answer::Unknown;
  }

  Answer CompareTo(const syntax::Compare& c) {
    const auto* call = std::get_if<syntax::Call>(&tree_[c.left].node);
    const auto* literal =
        c.rights.size() == 1 ? std::get_if<syntax::Literal>(&tree_[c.rights[0]].node) : nullptr;
    if (!call || !literal || call->args.empty()) return Answer::Unknown;
    std::string_view test = NameOf(call->callee);
    Ref value = Find(NameOf(call->args[0].value)).value;
    if (!value.value) return Answer::No;
    const values::Tensor* t = unit_.FirstTensor(value);
    if (!t) return Open(value) ? Answer::Unknown : Answer::No;
    Answer equal = Answer::Unknown;
    if (test == "dtype" && t->dtype != values::DType::Unknown) {
      static constexpr std::string_view kNames[] = {"", "bool", "int", "float", "complex"};
      equal = kNames[static_cast<int>(t->dtype)] == literal->text.text() ? Answer::Yes : Answer::No;
    }
    if (test == "rank" && t->rank >= 0) {
      std::int64_t r = t->rank;
      switch (c.ops[0]) {
        case syntax::CompareOp::Gt: return r > literal->integer ? Answer::Yes : Answer::No;
        case syntax::CompareOp::GtE: return r >= literal->integer ? Answer::Yes : Answer::No;
        case syntax::CompareOp::Lt: return r < literal->integer ? Answer::Yes : Answer::No;
        default: equal = r == literal->integer ? Answer::Yes : Answer::No;
      }
    }
    return c.ops[0] == syntax::CompareOp::NotEq ? Not(equal) : equal;
  }

  Unit& unit_;
  const syntax::Tree& tree_;
  std::span<const syntax::Param> params_;
  const BoundArguments& bound_;
};

}  // namespace graphmend::infer
