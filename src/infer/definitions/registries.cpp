#include "infer/definitions/registries.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <variant>

#include "infer/unit.h"

namespace graphmend::infer {
namespace {

using base::Symbol;
using source::Span;

constexpr std::array<std::string_view, 7> kAdding = {"add",    "append",     "appendleft", "extend",
                                                     "insert", "setdefault", "update"};

}  // namespace

Registries::Registries(const names::ParsedFile& file) : file_(file) {
  const syntax::Tree& tree = file.tree();
  for (std::uint32_t i = 0; i < tree.functions.size(); ++i) {
    const syntax::Function& f = tree[syntax::FunctionId(i)];
    if (!f.parent && !f.cls && f.name) functions_.push_back({f.span, f.name});
  }
  std::sort(functions_.begin(), functions_.end(),
            [](const auto& a, const auto& b) { return a.span.begin < b.span.begin; });
  for (const syntax::Expr& expr : tree.exprs) {
    const auto* call = std::get_if<syntax::Call>(&expr.node);
    const auto* method = call ? std::get_if<syntax::Attribute>(&tree[call->callee].node) : nullptr;
    if (method && std::find(kAdding.begin(), kAdding.end(), method->name.text()) != kAdding.end())
      Note(method->object, expr.span);
  }
  for (const syntax::Stmt& stmt : tree.stmts) {
    auto item = [&](syntax::ExprId target, syntax::ExprId value) {
      if (const auto* s = std::get_if<syntax::Subscript>(&tree[target].node))
        Note(s->object, stmt.span, {s->index, value});
    };
    if (const auto* a = std::get_if<syntax::Assign>(&stmt.node))
      for (syntax::ExprId target : a->targets) item(target, a->value);
    if (const auto* a = std::get_if<syntax::AugAssign>(&stmt.node)) {
      item(a->target, {});
      Note(a->target, stmt.span);
    }
  }
}

Symbol Registries::FunctionAround(Span span) const {
  auto after = std::upper_bound(functions_.begin(), functions_.end(), span.begin,
                                [](std::uint32_t at, const auto& f) { return at < f.span.begin; });
  if (after == functions_.begin()) return {};
  const TopLevelFunction& f = *std::prev(after);
  return span.end <= f.span.end ? f.name : Symbol();
}

void Registries::Note(syntax::ExprId container, Span span, ItemStore store) {
  if (const auto* name = std::get_if<syntax::Name>(&file_.tree()[container].node)) {
    const Symbol function = FunctionAround(span);
    filled_by_[name->id].insert(function);
    if (function || !store.value) added_to_.insert(name->id);
    else stores_[name->id].push_back(store);
  }
  if (const auto* a = std::get_if<syntax::Attribute>(&file_.tree()[container].node))
    filled_attributes_.insert(a->name);
}

std::vector<Registries::ItemStore> Registries::Stores(Symbol container) const {
  const auto found = stores_.find(container);
  return found == stores_.end() ? std::vector<ItemStore>() : found->second;
}

bool Registries::Fills(syntax::ExprId callee, Symbol container) const {
  const auto by = filled_by_.find(container);
  if (by == filled_by_.end()) return false;
  const auto& node = file_.tree()[callee].node;
  if (const auto* name = std::get_if<syntax::Name>(&node)) return by->second.contains(name->id);
  const auto* method = std::get_if<syntax::Attribute>(&node);
  const auto* object =
      method ? std::get_if<syntax::Name>(&file_.tree()[method->object].node) : nullptr;
  return object && object->id == container;
}

std::vector<syntax::ExprId> Registries::Calls(Symbol container) const {
  std::vector<syntax::ExprId> out;
  const syntax::Tree& tree = file_.tree();
  for (const syntax::Stmt& stmt : tree.stmts) {
    const auto* expr = std::get_if<syntax::ExprStmt>(&stmt.node);
    const auto* call = expr ? std::get_if<syntax::Call>(&tree[expr->value].node) : nullptr;
    if (call && Fills(call->callee, container) && !FunctionAround(stmt.span))
      out.push_back(expr->value);
  }
  return out;
}

std::vector<Symbol> Registries::Decorated(Symbol container) const {
  std::vector<Symbol> out;
  const syntax::Tree& tree = file_.tree();
  auto decorates = [&](syntax::ExprId decorator) {
    const auto* call = std::get_if<syntax::Call>(&tree[decorator].node);
    return Fills(call ? call->callee : decorator, container);
  };
  for (const syntax::Function& f : tree.functions)
    if (!f.parent && !f.cls && std::any_of(f.decorators.begin(), f.decorators.end(), decorates))
      out.push_back(f.name);
  for (const syntax::Class& c : tree.classes)
    if (!c.cls && !c.function && std::any_of(c.decorators.begin(), c.decorators.end(), decorates))
      out.push_back(c.name);
  return out;
}

const Registries& Definitions::RegistriesOf(const ParsedFile& file) {
  return registries_.try_emplace(file.id().index, file).first->second;
}

bool Definitions::RunsAsScript(const ParsedFile& file) const {
  const auto& runs = unit_.entries.runs();
  return std::any_of(runs.begin(), runs.end(),
                     [&](const EntryRun& run) { return run.script == &file; });
}

// With more in it than is in view; a value that is no mutable container stays as it is.
Ref Definitions::Opened(Ref value) {
  const auto* sequence = values.If<values::Sequence>(value);
  const Ref more = unit_.UnknownRef(Why::MadeElsewhere);
  if (sequence && (sequence->kind == values::SequenceKind::List ||
                   sequence->kind == values::SequenceKind::Set)) {
    const Ref element = values.Join(values::JoinAll(values, sequence->items), more);
    return {values.WithAddress(values.SequenceOf(sequence->kind, element), sequence->address),
            value.origin};
  }
  const auto* dict = values.If<values::Dict>(value);
  if (!dict) return value;
  values::Dict open = *dict;
  open.open = true;
  open.other_key = open.other_key.value ? values.Join(open.other_key, more) : more;
  open.other_value = open.other_value.value ? values.Join(open.other_value, more) : more;
  return {values.Intern(std::move(open)), value.origin};
}

Ref Definitions::UnlessFilled(const ParsedFile& file, Symbol name, Ref value) {
  const bool container = values.If<values::Sequence>(value) || values.If<values::Dict>(value);
  const bool fixed = !container || program.Info(file.id()).is_stub || RunsAsScript(file);
  if (fixed || !RegistriesOf(file).IsFilled(name)) return value;
  const Ref stored = WithStores(file, name, value);
  return RegistriesOf(file).IsFilledByStores(name) && values.If<values::Dict>(value)
             ? stored
             : Opened(stored);
}

// A dict with what the module goes on to store into it as it is imported.
Ref Definitions::WithStores(const ParsedFile& file, Symbol name, Ref value) {
  const auto* before = values.If<values::Dict>(value);
  const std::vector<Registries::ItemStore> stores = RegistriesOf(file).Stores(name);
  if (!before || stores.empty()) return value;
  // What is stored may be made of what is in it.
  const std::pair<std::uint32_t, Symbol> container{file.id().index, name};
  if (std::find(storing_.begin(), storing_.end(), container) != storing_.end())
    return Opened(value);
  storing_.push_back(container);
  values::Dict dict = *before;
  for (const Registries::ItemStore& store : stores) {
    const Ref key = EvaluateExpression(file, file.index().module, {}, store.key);
    const Ref item = EvaluateExpression(file, file.index().module, {}, store.value);
    if (!key.value || !item.value) continue;
    auto same = [&](const values::DictEntry& entry) { return entry.key == key.value; };
    const auto known = std::find_if(dict.entries.begin(), dict.entries.end(), same);
    if (known != dict.entries.end()) {
      known->value = item;
    } else if (values.If<values::Constant>(key)) {
      dict.entries.push_back({key.value, item, false});
    } else {
      dict.open = true;
      dict.other_key = dict.other_key.value ? values.Join(dict.other_key, key) : key;
      dict.other_value = dict.other_value.value ? values.Join(dict.other_value, item) : item;
    }
  }
  storing_.pop_back();
  return {values.Intern(std::move(dict)), value.origin};
}

// Of the body of a class, or of the instance that an annotation promises: methods, subclasses and
// other instances may fill what is empty at first.
Ref Definitions::UnlessFilledAttribute(const ParsedFile& file, Symbol name, Ref value) {
  const auto* sequence = values.If<values::Sequence>(value);
  const auto* dict = values.If<values::Dict>(value);
  const bool empty = (sequence && sequence->exact && sequence->items.empty()) ||
                     (dict && !dict->open && dict->entries.empty());
  const bool fixed = !empty || program.Info(file.id()).is_stub;
  return fixed || !RegistriesOf(file).IsFilledAttribute(name) ? value : Opened(value);
}

// What the module registers as it is imported is there once somebody asks for the container.
void Definitions::FillRegistry(const ParsedFile& file, Symbol name, Ref value) {
  const bool container =
      value.value && (values.If<values::Sequence>(value) || values.If<values::Dict>(value));
  if (!container || program.Info(file.id()).is_stub || RunsAsScript(file)) return;
  const Registries& registries = RegistriesOf(file);
  if (!registries.IsFilled(name)) return;
  for (syntax::ExprId call : registries.Calls(name))
    EvaluateExpression(file, file.index().module, {}, call);
  for (Symbol decorated : registries.Decorated(name)) GlobalValue(file, decorated);
}

}  // namespace graphmend::infer
