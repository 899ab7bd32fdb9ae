// Values as text, stable between runs: what `reveal`, dumps and `why` show.
#include <cstdio>

#include "values/value.h"

namespace graphmend::values {
namespace {

const char* Spell(PyType type) {
  switch (type) {
    case PyType::Int: return "int";
    case PyType::Float: return "float";
    case PyType::Bool: return "bool";
    case PyType::Str: return "str";
    case PyType::Bytes: return "bytes";
    case PyType::Complex: return "complex";
    case PyType::DType: return "dtype";
    case PyType::Device: return "device";
    case PyType::Any: return "object";
  }
  return "object";
}

const char* Spell(RuntimeNumber number) {
  switch (number) {
    case RuntimeNumber::None: break;
    case RuntimeNumber::Id: return "id";
    case RuntimeNumber::Hash: return "hash";
    case RuntimeNumber::DataPointer: return "data_ptr";
  }
  return "";
}

std::string Spell(const Guarded& v) {
  if (v.shows_tensor) return "str, text of a tensor";
  if (v.number != RuntimeNumber::None)
    return std::string("int, ") + Spell(v.number) + " of a tensor";
  if (v.size != Sizes::kUnknown) return "int, a size of " + std::to_string(v.size);
  return v.name ? "torch." + v.name.str() : std::string(Spell(v.type));
}

const char* Spell(DType dtype) {
  switch (dtype) {
    case DType::Bool: return "bool";
    case DType::Int: return "int";
    case DType::Float: return "float";
    case DType::Complex: return "complex";
    case DType::Unknown: break;
  }
  return "";
}

// "2x?x4"
std::string Spell(const Sizes& sizes, int rank) {
  std::string text;
  for (int i = 0; i < rank && i < static_cast<int>(Sizes::kMost); ++i) {
    const std::int32_t size = sizes.At(static_cast<std::size_t>(i));
    text += (i == 0 ? "" : "x") + (size == Sizes::kUnknown ? "?" : std::to_string(size));
  }
  return text;
}

std::string Spell(const Tensor& t) {
  std::string facts = t.exact ? t.exact.str() : Spell(t.dtype);
  if (t.rank >= 0) facts += (facts.empty() ? "" : ", ") + std::to_string(t.rank) + "d";
  if (t.sizes != Sizes()) facts += " " + Spell(t.sizes, t.rank);
  std::string name = t.numpy ? "ndarray" : t.parameter ? "Parameter" : "Tensor";
  return facts.empty() ? name : name + "[" + facts + "]";
}

std::string Spell(const Constant& c) {
  switch (c.kind) {
    case syntax::LiteralKind::None: return "None";
    case syntax::LiteralKind::True: return "True";
    case syntax::LiteralKind::False: return "False";
    case syntax::LiteralKind::Ellipsis: return "...";
    case syntax::LiteralKind::Int: return c.text ? c.text.str() : std::to_string(c.integer);
    case syntax::LiteralKind::Float: {
      char text[40];
      std::snprintf(text, sizeof text, "%.12g", c.real);
      return text;
    }
    case syntax::LiteralKind::Complex: return "complex";
    case syntax::LiteralKind::Str: return "'" + c.text.str() + "'";
    case syntax::LiteralKind::Bytes: return "b'" + c.text.str() + "'";
  }
  return "?";
}

constexpr std::string_view kWhyUnknown[] = {
#define GM_UNKNOWN(Name, words) words,
#include "values/unknown_reasons.def"
};

std::string WordsOf(const Unknown& unknown) {
  std::string words(kWhyUnknown[static_cast<std::size_t>(unknown.why)]);
  if (const std::size_t about = words.find("{}"); about != std::string::npos)
    words.replace(about, 2, unknown.about.text());
  return words;
}

const char* Spell(WrapperKind kind) {
  switch (kind) {
    case WrapperKind::Property: return "property";
    case WrapperKind::CachedProperty: return "cached_property";
    case WrapperKind::StaticMethod: return "staticmethod";
    case WrapperKind::ClassMethod: return "classmethod";
    case WrapperKind::Compiled: return "compiled";
    case WrapperKind::Disabled: return "disabled";
    case WrapperKind::Untraced: return "untraced";
    case WrapperKind::InContext: return "in a context";
    case WrapperKind::SuperProperty: return "property, read by super(), of";
  }
  return "?";
}

}  // namespace

std::string Values::Print(ValueId id, const Namer& namer, int depth) const {
  if (!id) return "?";
  if (depth > 4) return "…";
  auto sub = [&](Ref r) { return Print(r.value, namer, depth + 1); };
  auto list = [&](const std::vector<Ref>& items) {
    std::string out;
    for (Ref r : items) out += (out.empty() ? "" : ", ") + sub(r);
    return out;
  };
  return base::Match(
      values_[id.index], [](const Bottom&) { return std::string("Never"); },
      [](const Unknown& v) {
        return v.why == Why::Unsaid ? "Unknown" : "Unknown(" + WordsOf(v) + ")";
      },
      [](const Param&) { return std::string("Unknown(parameter)"); },
      [](const Constant& v) { return Spell(v); }, [](const Guarded& v) { return Spell(v); },
      [](const DataScalar& v) { return std::string("data-dependent ") + Spell(v.type); },
      [](const Tensor& v) { return Spell(v); },
      [&](const Sequence& v) {
        bool tuple = v.kind == SequenceKind::Tuple;
        if (v.exact && v.kind != SequenceKind::Iterator)
          return (tuple                          ? "("
                  : v.kind == SequenceKind::List ? "["
                                                 : "{") +
                 list(v.items) +
                 (tuple                          ? (v.items.size() == 1 ? ",)" : ")")
                  : v.kind == SequenceKind::List ? "]"
                                                 : "}");
        const char* name = tuple                          ? "tuple"
                           : v.kind == SequenceKind::List ? "list"
                           : v.kind == SequenceKind::Set  ? "set"
                                                          : "iterator";
        return std::string(name) + "[" + list(v.items) + (tuple && !v.exact ? ", ...]" : "]");
      },
      [&](const Dict& v) {
        std::string out = "{";
        for (const DictEntry& e : v.entries)
          out += (out.size() > 1 ? ", " : "") + Print(e.key, namer, depth + 1) +
                 (e.maybe ? "?: " : ": ") + sub(e.value);
        if (v.open) out += out.size() > 1 ? ", …" : "…";
        return out + "}";
      },
      [&](const Object& v) { return namer.Name(v.id); },
      [&](const Class& v) { return "type[" + namer.Name(v.id) + "]"; },
      [&](const Function& v) { return "function " + namer.Name(v.id); },
      [&](const Bound& v) { return "method " + sub(v.callee) + " of " + sub(v.self); },
      [&](const Partial& v) { return "partial(" + sub(v.callee) + ")"; },
      [&](const Module& v) { return "module " + namer.Name(v.file); },
      [&](const Super& v) { return "super of " + sub(v.self); },
      [&](const Wrapper& v) { return std::string(Spell(v.kind)) + "(" + sub(v.inner) + ")"; },
      [](const Slice&) { return std::string("slice"); },
      [&](const Union& v) {
        std::string out;
        for (Ref r : v.alternatives) out += (out.empty() ? "" : " | ") + sub(r);
        return out;
      });
}

}  // namespace graphmend::values
