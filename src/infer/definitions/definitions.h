// Definitions: what names at module and class level, expressions and annotations evaluate to where
// they stand, without running the module. Each is a node of the fixpoint: evaluated when it is
// first asked for, and again when what it has read grows.
//
//   order, join, widening   as the result of a summary (`Computations::Replace`)
#pragma once

#include <deque>
#include <string_view>
#include <unordered_map>
#include <vector>

#include "infer/definitions/registries.h"
#include "infer/keys.h"
#include "infer/part.h"
#include "infer/summaries/dependencies.h"

namespace graphmend::infer {

// What a name at module or class level, an expression or an annotation evaluates to where it is.
struct Definition {
  // Instance: any instance of a class, as an annotation promises one.
  enum class Kind : std::uint8_t { Global, ClassAttribute, Expression, Annotation, Instance };
  Kind kind = Kind::Global;
  const ParsedFile* file = nullptr;
  Symbol name = {};           // Global, ClassAttribute
  ClassId owner = {};         // ClassAttribute, Expression, Instance
  names::ScopeId scope = {};  // all but Global and Instance
  CellsId cells = {};
  syntax::ExprId expr = {};  // Expression, Annotation
  NodeId node = {};
  NodeId kind_node = {};  // of who asks only which container it is, and not what is in it
  Ref value = {};         // None id: it gives no value
  int runs = 0;
};

// `Kind`: only to add something to the container that it is.
enum class Aspect : std::uint8_t { All, Kind };

class Definitions : Part {
 public:
  explicit Definitions(Unit& unit) : Part(unit) {}

  // ---- names (globals.cpp) ----
  // None id when the file does not define the name.
  Ref GlobalValue(const ParsedFile& file, Symbol name, Aspect aspect = Aspect::All);
  // What a name gives that is read at offset `at`, inside of the value of its own next definition:
  // what the earlier ones do, as for the second `x` in `x = wrap(x)`. None id where `at` is not.
  Ref EarlierGlobal(const ParsedFile& file, Symbol name, std::uint32_t at);
  void StoreGlobal(const ParsedFile& file, Symbol name, Ref value);
  // What a name that the module binds to `value` at offset `at` gives: code that source does not
  // show may bind it to another constant.
  Ref UnlessRebound(const ParsedFile& file, Ref value, std::uint32_t at);
  Ref LookupGlobal(const ParsedFile& file, Symbol name,
                   Aspect aspect = Aspect::All);  // with builtins behind
  Ref ModuleAttribute(FileId module, Symbol name);
  Ref ImportModule(const ParsedFile& from, Symbol module, std::uint32_t level, Symbol name,
                   bool as_leaf);
  Ref StubValue(std::string_view module, std::string_view name);
  Ref EvaluateExpression(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                         syntax::ExprId expr, ClassId owner = {});
  // Whether the file is run from top to bottom, besides being asked for its names.
  bool RunsAsScript(const ParsedFile& file) const;
  // What an attribute of a class, or of any instance of one, is at first, with what code may add.
  Ref UnlessFilledAttribute(const ParsedFile& file, Symbol name, Ref value);
  // ---- annotations (annotations.cpp) ----
  Ref FromAnnotation(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                     syntax::ExprId annotation, const syntax::Tree* tree = nullptr);
  // A `def`, before its decorators are called.
  Ref PlainFunction(const ParsedFile& file, names::ScopeId scope, CellsId cells, ClassId owner,
                    syntax::FunctionId function);
  // ---- definitions as computations (evaluation.cpp) ----
  DefinitionId AddDefinition(Definition definition);
  // The value of a definition, evaluated when it is first asked for.
  Ref Evaluated(DefinitionId definition, Aspect aspect = Aspect::All);
  void RunDefinition(DefinitionId definition);
  // Something besides the definition is part of what its readers get, and is another one now.
  void ReadersChanged(DefinitionId definition);

 private:
  bool MayExport(FileId file, Symbol name) const;
  Ref StarredFrom(const ParsedFile& package, FileId submodule, Symbol name);
  Ref LazyAttribute(const ParsedFile& file, Symbol name);
  std::string ExtensionWith(const ParsedFile& file, Symbol name) const;
  Ref UnlessWithoutSource(const ParsedFile& file, const names::Definition& d, Ref value);
  bool FailsToImport(const ParsedFile& file, const names::Definition& d, Ref value);
  Ref NotAmongFiles(const ParsedFile& from, const std::string& module, const std::string& dotted);
  Ref EvaluateDefinition(const ParsedFile& file, names::ScopeId scope, CellsId cells, ClassId owner,
                         const names::Definition& d, Symbol name);
  Ref EvaluateDefinitions(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                          ClassId owner, const std::vector<names::Definition>& definitions,
                          Symbol name);
  // ---- registries (registries.h) ----
  const Registries& RegistriesOf(const ParsedFile& file);
  // What a name is bound to, where the module may fill it later and is not run.
  Ref UnlessFilled(const ParsedFile& file, Symbol name, Ref value);
  Ref WithStores(const ParsedFile& file, Symbol name, Ref value);
  Ref Opened(Ref container);
  void FillRegistry(const ParsedFile& file, Symbol name, Ref value);
  Ref ValueOf(const Definition& definition);
  Ref DefinedGlobal(const ParsedFile& file, Symbol name);
  Ref ReadAnnotation(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                     syntax::ExprId annotation);

  struct ExpressionKey {
    std::uint32_t file, scope, cells, expr;
    bool annotation;
    bool operator==(const ExpressionKey&) const = default;
  };
  struct ExpressionKeyHash {
    std::size_t operator()(const ExpressionKey& k) const {
      std::uint64_t h = (std::uint64_t{k.file} << 32 | k.expr) * 0x9E3779B97F4A7C15ull;
      h ^= (std::uint64_t{k.scope} << 33 | std::uint64_t{k.cells} << 1 | k.annotation) *
           0xC2B2AE3D27D4EB4Full;
      return static_cast<std::size_t>(h ^ (h >> 29));
    }
  };
  std::deque<Definition> definitions_;
  std::unordered_map<ExpressionKey, DefinitionId, ExpressionKeyHash> expressions_;
  std::unordered_map<GlobalKey, DefinitionId, GlobalKeyHash> globals_;
  // While a name is evaluated: how many of its definitions come before the one that is looked at.
  std::unordered_map<GlobalKey, std::size_t, GlobalKeyHash> globals_running_;
  std::unordered_map<std::uint32_t, Registries> registries_;  // by file
  // The containers that are filled by stores right now, by file and name.
  std::vector<std::pair<std::uint32_t, Symbol>> storing_;
  std::unordered_map<Symbol, Ref> builtins_seen_;  // names that fall through to builtins
};

}  // namespace graphmend::infer
