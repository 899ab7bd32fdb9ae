// Attributes by a name of which only a part is known: `getattr(self, f"{kind}_loss")`.
#include <algorithm>
#include <set>

#include "infer/transfers/computed_names.h"

namespace graphmend::infer {
namespace {

// The pieces of a text that are written out, in order; what is between them may be anything.
// An empty piece at an end: the text may begin, or end, with anything.
void PiecesOf(const syntax::Tree& tree, syntax::ExprId id, std::vector<std::string>& out) {
  auto literal = [&](std::string_view text) { out.back() += text; };
  auto hole = [&] { out.emplace_back(); };
  const auto& node = tree[id].node;
  if (const auto* l = std::get_if<syntax::Literal>(&node);
      l && l->kind == syntax::LiteralKind::Str) {
    literal(l->text.text());
  } else if (const auto* f = std::get_if<syntax::FString>(&node)) {
    for (syntax::ExprId part : f->parts) PiecesOf(tree, part, out);
  } else if (const auto* b = std::get_if<syntax::Binary>(&node);
             b && b->op == syntax::BinaryOp::Add) {
    PiecesOf(tree, b->left, out);
    PiecesOf(tree, b->right, out);
  } else {
    hole();
  }
}

// The pieces of a format, whose fields may be anything.
std::vector<std::string> PiecesOfFormat(std::string_view format, char open, char close) {
  std::vector<std::string> out(1);
  for (std::size_t i = 0; i < format.size(); ++i) {
    if (format[i] != open) {
      out.back() += format[i];
      continue;
    }
    out.emplace_back();
    const std::size_t end = close ? format.find(close, i) : i + 1;
    if (end == std::string_view::npos) break;
    i = end;
  }
  return out;
}

std::vector<std::string> PiecesOfName(const syntax::Tree& tree, syntax::ExprId id) {
  auto text = [&](syntax::ExprId of) -> const syntax::Literal* {
    const auto* l = std::get_if<syntax::Literal>(&tree[of].node);
    return l && l->kind == syntax::LiteralKind::Str ? l : nullptr;
  };
  if (const auto* call = std::get_if<syntax::Call>(&tree[id].node)) {
    const auto* method = std::get_if<syntax::Attribute>(&tree[call->callee].node);
    if (method && method->name == "format" && text(method->object))
      return PiecesOfFormat(text(method->object)->text.text(), '{', '}');
  }
  if (const auto* b = std::get_if<syntax::Binary>(&tree[id].node);
      b && b->op == syntax::BinaryOp::Mod && text(b->left))
    return PiecesOfFormat(text(b->left)->text.text(), '%', 0);
  std::vector<std::string> out(1);
  PiecesOf(tree, id, out);
  return out;
}

bool Matches(std::string_view name, const std::vector<std::string>& pieces) {
  if (!name.starts_with(pieces.front())) return false;
  name.remove_prefix(pieces.front().size());
  for (std::size_t i = 1; i + 1 < pieces.size(); ++i) {
    const std::size_t at = name.find(pieces[i]);
    if (at == std::string_view::npos) return false;
    name.remove_prefix(at + pieces[i].size());
  }
  return pieces.size() == 1 ? name.empty() : name.ends_with(pieces.back());
}

// The methods of the classes in view, and the fields that were stored; sorted.
std::set<std::string> NamesOf(Unit& unit, ObjectId object) {
  std::set<std::string> out;
  for (ClassId c : unit.Info(unit.Info(object).cls).mro) {
    const ClassInfo& info = unit.Info(c);
    if (info.is_stub || !info.file) continue;
    for (const auto& [name, definitions] :
         info.file->index()[info.file->index().of_class[info.cls.index]].definitions)
      out.insert(name.str());
  }
  for (Symbol name : unit.store.FieldNames(object)) out.insert(name.str());
  return out;
}

}  // namespace

Ref AttributesLike(Unit& unit, Ref object, syntax::ExprId name, const Site& site) {
  const auto* o = unit.values.If<values::Object>(object);
  if (!o || !site.file || !name) return {};
  const std::vector<std::string> pieces = PiecesOfName(site.file->tree(), name);
  const bool says = std::any_of(pieces.begin(), pieces.end(),
                                [](const std::string& piece) { return !piece.empty(); });
  if (!says) return {};
  Ref out;
  for (const std::string& candidate : NamesOf(unit, o->id)) {
    if (!Matches(candidate, pieces)) continue;
    const Ref value = unit.operations.GetAttribute(object, unit.Intern(candidate), site);
    out = out.value ? unit.values.Join(out, value) : value;
  }
  return out;
}

}  // namespace graphmend::infer
