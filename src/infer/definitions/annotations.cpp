// Annotations to values: what a parameter, field or result of that declared type can be. Heads are
// resolved through the imports of the file; what cannot be resolved is unknown.
#include "infer/interpret/frame.h"
#include "infer/unit.h"
#include "syntax/parse.h"

namespace graphmend::infer {
namespace {

using values::PyType;
using values::SequenceKind;

// Reads one annotation of one file. A quoted annotation has a tree of its own, but the names of
// the file and scope that hold it.
class AnnotationReader {
 public:
  AnnotationReader(Unit& unit, const ParsedFile& file, names::ScopeId scope, CellsId cells,
                   const syntax::Tree& tree)
      : unit_(unit), file_(file), scope_(scope), cells_(cells), tree_(tree) {}

  Ref Read(syntax::ExprId id, int depth = 0) {
    if (depth > 12) return Unknown();
    return base::Match(
        tree_[id].node, [&](const syntax::Literal& l) { return ReadLiteral(l, depth); },
        [&](const syntax::Binary& b) {
          return b.op == syntax::BinaryOp::BitOr
                     ? unit_.values.Join(Read(b.left, depth + 1), Read(b.right, depth + 1))
                     : Unknown();
        },
        [&](const syntax::Subscript& s) { return ReadGeneric(s, depth); },
        [&](const syntax::Name&) { return ReadHead(id, depth); },
        [&](const syntax::Attribute&) { return ReadHead(id, depth); },
        [&](const auto&) { return Unknown(); });
  }

 private:
  Ref Unknown() { return unit_.UnknownRef(Why::AnnotationSilent); }

  Ref ReadLiteral(const syntax::Literal& l, int depth) {
    if (l.kind == syntax::LiteralKind::None) return unit_.None();
    if (l.kind != syntax::LiteralKind::Str) return Unknown();
    source::SourceFile text("<annotation>", l.text.str());
    auto tree = syntax::Parse(text, unit_.program.interner());
    if (tree->body.size() != 1) return Unknown();
    const auto* stmt = std::get_if<syntax::ExprStmt>(&(*tree)[tree->body[0]].node);
    if (!stmt || std::holds_alternative<syntax::Literal>((*tree)[stmt->value].node))
      return Unknown();
    return AnnotationReader(unit_, file_, scope_, cells_, *tree).Read(stmt->value, depth + 1);
  }

  // "typing.Optional" for a name that an import of this file binds to it; else empty.
  std::string Qualified(syntax::ExprId id) {
    if (const auto* a = std::get_if<syntax::Attribute>(&tree_[id].node)) {
      std::string object = Qualified(a->object);
      return object.empty() ? "" : object + "." + a->name.str();
    }
    const auto* n = std::get_if<syntax::Name>(&tree_[id].node);
    if (!n) return "";
    const names::Scope& module = file_.index()[file_.index().module];
    auto defined = module.definitions.find(n->id);
    if (defined == module.definitions.end()) return "";
    const names::Definition& d = defined->second.back();
    if (const auto* f = std::get_if<syntax::ImportFrom>(&file_.tree()[d.stmt].node);
        f && d.kind == names::DefinitionKind::ImportFrom)
      return unit_.program.AbsoluteModule(file_.id(), f->module.text(), f->level) + "." +
             f->names[d.alias].name.str();
    if (const auto* i = std::get_if<syntax::Import>(&file_.tree()[d.stmt].node);
        i && d.kind == names::DefinitionKind::Import)
      return i->names[d.alias].as ? i->names[d.alias].name.str() : n->id.str();
    return "";
  }

  // "Optional" for typing.Optional and the like; else empty.
  std::string TypingName(syntax::ExprId id) {
    std::string q = Qualified(id);
    for (std::string_view prefix : {"typing.", "typing_extensions.", "collections.abc.", "types."})
      if (q.starts_with(prefix)) return q.substr(prefix.size());
    return "";
  }

  Ref Value(syntax::ExprId id) {
    if (const auto* n = std::get_if<syntax::Name>(&tree_[id].node)) {
      names::Binding b = file_.index().Resolve(scope_, n->id);
      if (b.kind == names::BindingKind::Free || b.kind == names::BindingKind::Local)
        if (Ref v = unit_.store.CellValue(cells_, n->id); v.value) return v;
      return unit_.definitions.LookupGlobal(file_, n->id);
    }
    if (const auto* a = std::get_if<syntax::Attribute>(&tree_[id].node)) {
      Ref object = Value(a->object);
      return object.value
                 ? unit_.operations.GetAttribute(object, a->name, Site{&file_, {}, {}, {}, nullptr})
                 : Unknown();
    }
    return Unknown();
  }

  Ref OfClass(ClassId cls) {
    ClassId tensor = unit_.classes.TensorClass();
    const ClassInfo& info = unit_.Info(cls);
    if (cls == tensor || unit_.classes.DerivesFrom(cls, tensor)) {
      values::Tensor t;
      if (info.name == "BoolTensor") t.dtype = values::DType::Bool;
      if (info.name == "LongTensor" || info.name == "IntTensor") t.dtype = values::DType::Int;
      t.parameter = info.name == "Parameter" || info.name == "Buffer";
      if (!info.is_stub) t.subclass = cls;
      return {unit_.values.Intern(t), {}};
    }
    if (cls == unit_.classes.StubClass("numpy", "ndarray"))
      return {unit_.values.Intern(values::Tensor{.numpy = true}), {}};
    if (info.is_stub && unit_.program.Info(info.file->id()).module == "builtins")
      return OfBuiltin(info.name.text());
    if (info.is_stub && unit_.program.Info(info.file->id()).module == "torch") {
      if (info.name == "dtype") return unit_.Guarded(PyType::DType);
      if (info.name == "layout") return unit_.Guarded(PyType::Any);
      if (info.name == "device") return unit_.Guarded(PyType::Device);
      if (info.name == "Size")
        return {unit_.values.SequenceOf(SequenceKind::Tuple, unit_.Guarded(PyType::Int)), {}};
    }
    return unit_.instances.GenericInstance(cls);
  }

  Ref OfBuiltin(std::string_view name) {
    if (name == "int") return unit_.Guarded(PyType::Int);
    if (name == "float") return unit_.Guarded(PyType::Float);
    if (name == "bool") return unit_.Guarded(PyType::Bool);
    if (name == "str") return unit_.Guarded(PyType::Str);
    if (name == "bytes") return unit_.Guarded(PyType::Bytes);
    if (name == "complex") return unit_.Guarded(PyType::Complex);
    if (name == "dict") return OpenDict(Unknown(), Unknown());
    if (name == "list") return SequenceRef(SequenceKind::List, Unknown());
    if (name == "tuple") return SequenceRef(SequenceKind::Tuple, Unknown());
    if (name == "set" || name == "frozenset") return SequenceRef(SequenceKind::Set, Unknown());
    if (name == "object" || name == "type") return Unknown();
    return unit_.Guarded(PyType::Any);
  }

  Ref SequenceRef(SequenceKind kind, Ref element) {
    return {unit_.values.SequenceOf(kind, element), {}};
  }
  Ref OpenDict(Ref key, Ref value) {
    values::Dict d;
    d.open = true;
    d.other_key = key;
    d.other_value = value;
    return {unit_.values.Intern(std::move(d)), {}};
  }

  // The values of models/vocabulary.def.
  std::optional<Ref> StubWord(std::string_view name) {
    auto tensor = [&](values::DType dtype) {
      return Ref{unit_.values.Intern(values::Tensor{.dtype = dtype}), {}};
    };
    auto laid_out = [&](values::Layout layout) {
      return Ref{unit_.values.Intern(values::Tensor{.layout = layout}), {}};
    };
    if (name == "Tensor") return Ref{unit_.values.Intern(values::Tensor{}), {}};
    if (name == "BoolTensor") return tensor(values::DType::Bool);
    if (name == "IntTensor") return tensor(values::DType::Int);
    if (name == "FloatTensor") return tensor(values::DType::Float);
    if (name == "SparseTensor") return laid_out(values::Layout::Sparse);
    if (name == "SparseValues") return laid_out(values::Layout::ValuesOfSparse);
    if (name == "QuantizedTensor") return laid_out(values::Layout::Quantized);
    if (name == "NestedTensor") return laid_out(values::Layout::Nested);
    if (name == "Opaque" || name == "Guarded") return unit_.Guarded(PyType::Any);
    return std::nullopt;
  }

  Ref ReadHead(syntax::ExprId id, int depth) {
    std::string q = Qualified(id);
    if (q.starts_with("graphmend."))
      if (auto word = StubWord(std::string_view(q).substr(10))) return *word;
    // In stubs int, float and bool are always the Python types (torch has dtypes of these names).
    const auto* name = std::get_if<syntax::Name>(&tree_[id].node);
    if (name && unit_.program.Info(file_.id()).is_stub)
      for (std::string_view builtin : {"int", "float", "bool", "str", "bytes", "complex"})
        if (name->id == builtin) return OfBuiltin(builtin);
    std::string typing = TypingName(id);
    if (!typing.empty()) return OfTyping(typing);
    Ref value = Value(id);
    if (const auto* cls = unit_.values.If<values::Class>(value)) return OfClass(cls->id);
    if (unit_.values.If<values::Constant>(value)) return value;
    if (const auto* u = unit_.values.If<values::Union>(value)) {
      Ref out = unit_.Bottom();
      for (Ref r : u->alternatives)
        if (const auto* cls = unit_.values.If<values::Class>(r))
          out = unit_.values.Join(out, OfClass(cls->id));
      if (!unit_.values.IsBottom(out)) return out;
    }
    return ReadAlias(id, depth);
  }

  // X = Optional[Tensor] at module level, here or where it was imported from.
  Ref ReadAlias(syntax::ExprId id, int depth) {
    const auto* n = std::get_if<syntax::Name>(&tree_[id].node);
    if (!n) return Unknown();
    const names::Scope& module = file_.index()[file_.index().module];
    auto defined = module.definitions.find(n->id);
    if (defined == module.definitions.end()) return Unknown();
    const names::Definition& d = defined->second.back();
    if ((d.kind == names::DefinitionKind::Assign || d.kind == names::DefinitionKind::TypeAlias) &&
        d.value && d.path.empty())
      return AnnotationReader(unit_, file_, file_.index().module, {}, file_.tree())
          .Read(d.value, depth + 2);
    if (d.kind == names::DefinitionKind::ImportFrom) {
      const auto& from = std::get<syntax::ImportFrom>(file_.tree()[d.stmt].node);
      auto target = unit_.program.ResolveModule(
          unit_.program.AbsoluteModule(file_.id(), from.module.text(), from.level), file_.id());
      const ParsedFile* other = target ? unit_.File(*target) : nullptr;
      if (!other || other == &file_) return Unknown();
      const names::Scope& there = other->index()[other->index().module];
      auto alias = there.definitions.find(from.names[d.alias].name);
      if (alias == there.definitions.end()) return Unknown();
      const names::Definition& a = alias->second.back();
      if ((a.kind == names::DefinitionKind::Assign || a.kind == names::DefinitionKind::TypeAlias) &&
          a.value && a.path.empty())
        return AnnotationReader(unit_, *other, other->index().module, {}, other->tree())
            .Read(a.value, depth + 2);
    }
    return Unknown();
  }

  Ref OfTyping(std::string_view name) {
    if (name == "List" || name == "Sequence" || name == "MutableSequence" || name == "Collection")
      return SequenceRef(SequenceKind::List, Unknown());
    if (name == "Tuple") return SequenceRef(SequenceKind::Tuple, Unknown());
    if (name == "Dict" || name == "Mapping" || name == "MutableMapping" || name == "OrderedDict")
      return OpenDict(Unknown(), Unknown());
    if (name == "Iterable" || name == "Iterator" || name == "Generator")
      return SequenceRef(SequenceKind::Iterator, Unknown());
    if (name == "NoneType") return unit_.None();
    return Unknown();
  }

  std::vector<syntax::ExprId> Parameters(syntax::ExprId index) {
    if (const auto* s = std::get_if<syntax::Sequence>(&tree_[index].node);
        s && s->kind == syntax::SequenceKind::Tuple)
      return {s->items.begin(), s->items.end()};
    return {index};
  }

  Ref TupleOf(const std::vector<syntax::ExprId>& parameters, int depth) {
    if (parameters.size() == 2)
      if (const auto* l = std::get_if<syntax::Literal>(&tree_[parameters[1]].node);
          l && l->kind == syntax::LiteralKind::Ellipsis)
        return SequenceRef(SequenceKind::Tuple, Read(parameters[0], depth + 1));
    std::vector<Ref> items;
    for (auto p : parameters) items.push_back(Read(p, depth + 1));
    return {unit_.values.Sequence_(SequenceKind::Tuple, std::move(items)), {}};
  }

  Ref ReadGeneric(const syntax::Subscript& s, int depth) {
    std::vector<syntax::ExprId> parameters = Parameters(s.index);
    std::string head = TypingName(s.object);
    auto first = [&] { return Read(parameters[0], depth + 1); };
    if (head == "Optional") return unit_.values.Join(unit_.None(), first());
    if (head == "Union") {
      Ref out = unit_.Bottom();
      for (auto p : parameters) out = unit_.values.Join(out, Read(p, depth + 1));
      return out;
    }
    if (head == "Annotated" || head == "Final" || head == "ClassVar" || head == "Required" ||
        head == "NotRequired")
      return first();
    if (head == "Unpack") return OpenDict(unit_.Guarded(PyType::Str), Unknown());
    if (head == "Literal") {
      Ref out = unit_.Bottom();
      for (auto p : parameters)
        if (const auto* l = std::get_if<syntax::Literal>(&tree_[p].node))
          out = unit_.values.Join(out, Frame::ConstantRef(unit_, *l));
      return unit_.values.IsBottom(out) ? Unknown() : out;
    }
    if (head == "List" || head == "Sequence" || head == "MutableSequence" || head == "Collection")
      return SequenceRef(SequenceKind::List, first());
    if (head == "Iterable" || head == "Iterator" || head == "Generator")
      return SequenceRef(SequenceKind::Iterator, first());
    if (head == "Set" || head == "FrozenSet") return SequenceRef(SequenceKind::Set, first());
    if (head == "Tuple") return TupleOf(parameters, depth);
    if ((head == "Dict" || head == "Mapping" || head == "MutableMapping" || head == "DefaultDict" ||
         head == "OrderedDict") &&
        parameters.size() == 2)
      return OpenDict(first(), Read(parameters[1], depth + 1));
    if (!head.empty()) return Unknown();
    std::string q = Qualified(s.object);
    if (q.starts_with("graphmend."))
      if (auto word = StubWord(std::string_view(q).substr(10)))
        return q == "graphmend.Guarded" ? first() : WithRank(*word, parameters[0]);
    Ref value = Value(s.object);
    if (const auto* cls = unit_.values.If<values::Class>(value)) {
      const ClassInfo& info = unit_.Info(cls->id);
      if (cls->id == unit_.classes.TensorClass()) return WithRank(OfClass(cls->id), parameters[0]);
      if (info.is_stub && info.name == "list") return SequenceRef(SequenceKind::List, first());
      if (info.is_stub && info.name == "tuple") return TupleOf(parameters, depth);
      if (info.is_stub && (info.name == "set" || info.name == "frozenset"))
        return SequenceRef(SequenceKind::Set, first());
      if (info.is_stub && info.name == "dict" && parameters.size() == 2)
        return OpenDict(first(), Read(parameters[1], depth + 1));
      if (info.is_stub && info.name == "type") return Unknown();
      return OfClass(cls->id);
    }
    // jaxtyping and the like: Float[Tensor, "batch dim"].
    if (parameters.size() > 1 && unit_.values.If<values::Unknown>(value)) {
      Ref inner = first();
      if (unit_.values.If<values::Tensor>(inner)) return inner;
    }
    return Unknown();
  }

  Ref WithRank(Ref tensor, syntax::ExprId parameter) {
    const auto* l = std::get_if<syntax::Literal>(&tree_[parameter].node);
    const auto* t = unit_.values.If<values::Tensor>(tensor);
    if (!l || !t || l->kind != syntax::LiteralKind::Int) return tensor;
    values::Tensor out = *t;
    out.rank = static_cast<std::int8_t>(l->integer);
    return {unit_.values.Intern(out), tensor.origin};
  }

  Unit& unit_;
  const ParsedFile& file_;
  names::ScopeId scope_;
  CellsId cells_;
  const syntax::Tree& tree_;
};

}  // namespace

Ref Definitions::FromAnnotation(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                                syntax::ExprId annotation, const syntax::Tree* tree) {
  if (tree) return AnnotationReader(unit_, file, scope, cells, *tree).Read(annotation);
  auto [it, added] = expressions_.try_emplace(
      ExpressionKey{file.id().index, scope.index, cells.index, annotation.index, true});
  if (added)
    it->second = AddDefinition({.kind = Definition::Kind::Annotation,
                                .file = &file,
                                .scope = scope,
                                .cells = cells,
                                .expr = annotation,
                                .value = unit_.UnknownRef(Why::AnnotationRecursive)});
  return Evaluated(it->second);
}

Ref Definitions::ReadAnnotation(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                                syntax::ExprId annotation) {
  return AnnotationReader(unit_, file, scope, cells, file.tree()).Read(annotation);
}

}  // namespace graphmend::infer
