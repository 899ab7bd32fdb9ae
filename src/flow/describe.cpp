// One line for each kind of instruction, so the long function is a table.
#include "flow/describe.h"

#include <string_view>

#include "base/match.h"
#include "base/real_text.h"

namespace graphmend::flow {
namespace {

std::string T(TempId temp) { return temp ? "t" + std::to_string(temp.index) : "-"; }
std::string B(BlockId block) { return "block" + std::to_string(block.index); }

// A string literal on one line, cut to a length that leaves a dump readable.
std::string Quoted(std::string_view text) {
  constexpr std::size_t kLongest = 40;
  std::string out = "'";
  for (char c : text.substr(0, kLongest)) {
    if (c == '\n') out += "\\n";
    else if (static_cast<unsigned char>(c) < 0x20) out += ' ';
    else out += c;
  }
  return out + (text.size() > kLongest ? "…'" : "'");
}

std::string Describe(const syntax::Literal& literal) {
  switch (literal.kind) {
    case syntax::LiteralKind::None: return "None";
    case syntax::LiteralKind::True: return "True";
    case syntax::LiteralKind::False: return "False";
    case syntax::LiteralKind::Ellipsis: return "...";
    case syntax::LiteralKind::Int:
      return literal.fits ? std::to_string(literal.integer) : literal.text.str();
    case syntax::LiteralKind::Float:
    case syntax::LiteralKind::Complex: {
      std::string shortest = base::RealText(literal.real);
      if (literal.kind == syntax::LiteralKind::Complex) return shortest + "j";
      bool is_plain = shortest.find_first_not_of("-0123456789") == std::string::npos;
      return is_plain ? shortest + ".0" : shortest;
    }
    case syntax::LiteralKind::Str: return Quoted(literal.text.text());
    case syntax::LiteralKind::Bytes: break;
  }
  return "b" + Quoted(literal.text.text());
}

std::string Describe(std::span<const CallArg> args) {
  std::string out = "(";
  for (const CallArg& arg : args) {
    if (out.size() > 1) out += ", ";
    if (arg.kind == syntax::ArgKind::Star) out += "*";
    if (arg.kind == syntax::ArgKind::DoubleStar) out += "**";
    if (arg.kind == syntax::ArgKind::Keyword) out += arg.name.str() + "=";
    out += T(arg.value);
  }
  return out + ")";
}

std::string Describe(const Build& build) {
  static constexpr std::string_view kNames[] = {"tuple", "list",   "set",
                                                "dict",  "string", "generator"};
  std::string out = "build " + std::string(kNames[static_cast<int>(build.kind)]) + "(";
  bool is_dict = build.kind == BuildKind::Dict;
  for (std::size_t i = 0; i < build.items.size(); ++i) {
    if (is_dict && i % 2 == 1) {
      out += (build.items[i - 1] ? ": " : "") + T(build.items[i]);
      continue;
    }
    if (i > 0) out += ", ";
    if (!build.starred.empty() && build.starred[i]) out += "*";
    out += is_dict && !build.items[i] ? "**" : T(build.items[i]);
  }
  return out + ")";
}

std::string List(std::span<const TempId> temps) {
  std::string out;
  for (TempId temp : temps) out += (out.empty() ? "" : ", ") + T(temp);
  return out;
}

std::string Variable(Symbol name, const names::Binding& binding) {
  switch (binding.kind) {
    case names::BindingKind::Local: return "local " + name.str();
    case names::BindingKind::Free: return "free " + name.str();
    case names::BindingKind::Global: return "global " + name.str();
    case names::BindingKind::ClassMember: break;
  }
  return "member " + name.str();
}

std::string Describe(const Import& import) {
  std::string module = std::string(import.level, '.') + import.module.str();
  if (import.name) return "import " + import.name.str() + " from " + module;
  return "import " + module + (import.as_leaf ? " (leaf)" : "");
}

std::string Describe(const MatchTest& test) {
  static constexpr std::string_view kNames[] = {"equal", "identity", "class", "sequence",
                                                "mapping"};
  std::string out =
      "match " + std::string(kNames[static_cast<int>(test.kind)]) + " " + T(test.subject);
  if (test.operand) out += ", " + T(test.operand);
  if (test.kind == MatchKind::Sequence)
    out += " length " + std::to_string(test.length) + (test.at_least ? "+" : "");
  return out;
}

std::string Describe(const GetItem& i) { return "getitem " + T(i.object) + "[" + T(i.index) + "]"; }

}  // namespace

std::string Describe(const Graph& graph, PlaceId id) {
  const Place& place = graph.places[id];
  switch (place.kind) {
    case PlaceKind::Slot: return graph.slots[place.slot].str();
    case PlaceKind::Name: return place.name.str();
    case PlaceKind::Attr: return Describe(graph, place.parent) + "." + place.name.str();
    case PlaceKind::Item: break;
  }
  std::string key = place.string_key ? Quoted(place.name.text()) : std::to_string(place.index);
  return Describe(graph, place.parent) + "[" + key + "]";
}

std::string Describe(const Graph& graph, const Inst& inst, const syntax::Tree& tree) {
  auto slot = [&](Slot s) { return graph.slots[s].str(); };
  std::string text = base::Match(
      inst.node, [&](const Const& i) { return "const " + Describe(i.value); },
      [&](const Load& i) { return "load " + slot(i.slot); },
      [&](const Store& i) { return "store " + slot(i.slot) + " = " + T(i.value); },
      [&](const Delete& i) { return "delete " + slot(i.slot); },
      [&](const LoadName& i) { return "load " + Variable(i.name, i.binding); },
      [&](const StoreName& i) {
        return "store " + Variable(i.name, i.binding) + " = " + T(i.value);
      },
      [&](const GetAttr& i) { return "getattr " + T(i.object) + "." + i.name.str(); },
      [&](const SetAttr& i) {
        return "setattr " + T(i.object) + "." + i.name.str() + " = " + T(i.value);
      },
      [&](const DelAttr& i) { return "delattr " + T(i.object) + "." + i.name.str(); },
      [&](const GetItem& i) { return Describe(i); },
      [&](const SetItem& i) {
        return "setitem " + T(i.object) + "[" + T(i.index) + "] = " + T(i.value);
      },
      [&](const DelItem& i) { return "delitem " + T(i.object) + "[" + T(i.index) + "]"; },
      [&](const Unary& i) {
        return "unary " + std::string(syntax::Spelling(i.op)) + " " + T(i.operand);
      },
      [&](const Binary& i) {
        return "binary " + T(i.left) + " " + std::string(syntax::Spelling(i.op)) +
               (i.in_place ? "= " : " ") + T(i.right);
      },
      [&](const Compare& i) {
        return "compare " + T(i.left) + " " + std::string(syntax::Spelling(i.op)) + " " +
               T(i.right);
      },
      [&](const Call& i) { return "call " + T(i.callee) + Describe(i.args); },
      [&](const Build& i) { return Describe(i); },
      [&](const BuildSlice& i) {
        return "slice " + T(i.lower) + ":" + T(i.upper) + ":" + T(i.step);
      },
      [&](const Append& i) {
        return "append " + T(i.container) + " " + (i.key ? T(i.key) + ": " : "") + T(i.value);
      },
      [&](const Format& i) {
        return "format " + T(i.value) + (i.conversion ? std::string(" !") + i.conversion : "") +
               (i.spec ? " :" + T(i.spec) : "");
      },
      [&](const GetIter& i) { return (i.is_async ? "async iter " : "iter ") + T(i.iterable); },
      [&](const Next& i) { return "next " + T(i.iterator); },
      [&](const Unpack& i) {
        std::string out = List(i.results) + " = unpack " + T(i.source);
        if (i.star < 0) return out;
        return out + " (rest in " + T(i.results[static_cast<std::size_t>(i.star)]) + ")";
      },
      [&](const MakeFunction& i) {
        return "function " + tree[i.function].name.str() + " defaults (" + List(i.defaults) + ")";
      },
      [&](const MakeClass& i) { return "class " + tree[i.cls].name.str() + Describe(i.bases); },
      [&](const Import& i) { return Describe(i); },
      [&](const EnterWith& i) { return (i.is_async ? "async enter " : "enter ") + T(i.context); },
      [&](const ExitWith& i) {
        return "exit " + T(i.context) + (i.exceptional ? " (exceptional)" : "");
      },
      [&](const CatchException& i) { return "catch" + (i.type ? " " + T(i.type) : ""); },
      [&](const MatchTest& i) { return Describe(i); },
      [&](const Yield& i) { return std::string(i.from ? "yield from " : "yield ") + T(i.value); },
      [&](const Await& i) { return "await " + T(i.value); },
      [&](const Unknown&) { return std::string("unknown"); },
      [](std::monostate) { return std::string(); });
  return inst.result ? T(inst.result) + " = " + text : text;
}

std::string Describe(const Terminator& terminator) {
  return base::Match(
      terminator.node, [&](const Jump& t) { return "jump " + B(t.target); },
      [&](const Branch& t) {
        std::string out = "branch " + T(t.condition) + " [" + Spelling(t.kind) + "] " +
                          B(t.if_true) + " else " + B(t.if_false);
        if (!t.chain.empty()) out += " after " + List(t.chain);
        return out + (t.literal_message ? "" : " computed message");
      },
      [&](const ForIter& t) {
        return "for " + T(t.iterator) + " " + B(t.body) + " else " + B(t.exit);
      },
      [&](const Return& t) { return "return" + (t.value ? " " + T(t.value) : ""); },
      [&](const Raise& t) {
        return "raise" + (t.exception ? " " + T(t.exception) : "") + (t.reraise ? " again" : "") +
               (t.from_assert ? " AssertionError" : "");
      },
      [&](const Unreachable&) { return std::string("unreachable"); },
      [](std::monostate) { return std::string(); });
}

std::string Spelling(BranchKind kind) {
  switch (kind) {
    case BranchKind::If: return "if";
    case BranchKind::While: return "while";
    case BranchKind::Conditional: return "conditional";
    case BranchKind::And: return "and";
    case BranchKind::Or: return "or";
    case BranchKind::Not: return "not";
    case BranchKind::Compare: return "compare";
    case BranchKind::Assert: return "assert";
    case BranchKind::ComprehensionIf: return "comprehension-if";
    case BranchKind::MatchGuard: return "match-guard";
    case BranchKind::MatchPattern: return "match-pattern";
    case BranchKind::Except: break;
  }
  return "except";
}

std::string TitleOf(const Graph& graph, const syntax::Tree& tree) {
  if (graph.kind == GraphKind::Module) return "module";
  if (graph.kind == GraphKind::ClassBody) return "class body";
  if (graph.kind == GraphKind::Expression) return "expression";
  std::string out = "function " + tree[graph.function].name.str() + "(";
  for (std::uint32_t i = 0; i < graph.param_count; ++i)
    out += (i > 0 ? ", " : "") + graph.slots[i].str();
  out += ")";
  if (graph.is_async) out += " async";
  if (graph.is_generator) out += " generator";
  return out;
}

std::string RegionsOf(const Graph& graph, RegionId region) {
  static constexpr std::string_view kNames[] = {"loop",    "comprehension", "try",
                                                "handler", "finally",       "with"};
  std::string out;
  for (; region; region = graph.regions[region].parent) {
    if (!out.empty()) out += ", ";
    out += kNames[static_cast<int>(graph.regions[region].kind)];
  }
  return out;
}

}  // namespace graphmend::flow
