// The state of one unit of analysis: interned values, classes, objects, functions and the contexts
// in which functions were interpreted. One thread, one unit; only the `Program` is shared.
//
//   Callable    a `def` or lambda together with what it closes over
//   Cells       the captured variables of one context, by name; weakly updated
//   Context     one interpretation of a callable: its mode and abstract arguments; memoised
//   Mode        whether the code runs under the compiler, with fullgraph=True, and with which
//               flags. Only compiled contexts make observations; module level, constructors and
//               decorators do not.
//   Object      an instance; objects of one class made from equal arguments are one object, fields
//               are weakly updated (the frame keeps strong facts about places, see frame.h)
//   Site        where something happens: for origins and observations
//
// long because it is the one class whose parts every file of this folder implements.
#pragma once

#include <map>
#include <memory>
#include <optional>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "infer/analyze.h"
#include "infer/dynamo_flags.h"
#include "infer/observation.h"
#include "models/stub_function.h"
#include "names/program.h"
#include "values/value.h"

namespace graphmend::infer {

using base::Symbol;
using names::FileId;
using names::ParsedFile;
using source::Span;
using values::CallableId;
using values::ClassId;
using values::ObjectId;
using values::OriginId;
using values::Ref;
using values::ValueId;
using values::Values;

class Frame;
struct TransferCall;
struct CellsTag;
struct ContextTag;
using CellsId = base::Id<CellsTag>;
using ContextId = base::Id<ContextTag>;

struct Mode {
  bool compiled = false;
  bool fullgraph = false;
  DynamoFlags flags = {};
  bool cuda_graphs = false;  // asked for: mode="reduce-overhead" and the like
  friend bool operator==(Mode, Mode) = default;
  std::uint64_t Key() const {
    return std::uint64_t{compiled} | std::uint64_t{fullgraph} << 1 |
           std::uint64_t{cuda_graphs} << 2 | std::uint64_t{flags.on} << 3 |
           std::uint64_t{flags.open} << (3 + kDynamoFlagBits);
  }
};

struct Site {
  const ParsedFile* file = nullptr;
  Span span;
  syntax::StmtId stmt;
  syntax::ExprId expr;
  Frame* frame = nullptr;  // null outside any function
  std::optional<Mode> mode =
      {};  // overrides the frame's: a compiled callable is called, or a disabled one
};

enum class OriginKind : std::uint8_t {
  Annotated,
  Used,
  Called,
  Operator,
  Attribute,
  Element,
  Argument,
  Constructed
};
struct Origin {
  OriginKind kind;
  const ParsedFile* file;
  Span span;
  Symbol detail;  // what was called, the attribute, the parameter
  OriginId parent;
  bool outside = false;  // of compiled code, and made of nothing that came from there
};

struct ClassInfo {
  const ParsedFile* file = nullptr;  // null: synthetic (namedtuple)
  syntax::ClassId cls;
  CellsId cells;
  Symbol name;
  std::string qualified;
  std::vector<ClassId> mro;  // itself first; only classes that are known
  bool unknown_base = false;
  bool is_stub = false;
  bool is_dataclass = false;
  bool is_enum = false;
  bool is_module = false;      // derives from torch.nn.Module
  bool has_getattr = false;    // defines __getattr__ in first-party code
  std::vector<Symbol> fields;  // dataclass or namedtuple fields, bases first
  std::unordered_map<Symbol, Ref> field_defaults;
  std::unordered_map<Symbol, Ref>
      attributes;  // evaluated class attributes; None id: absent or in progress
  std::unordered_map<Symbol, std::pair<Ref, ClassId>> resolved;  // by MRO, once found
  std::optional<std::unordered_set<Symbol>> late;                // self.x assigned outside __init__
};

struct ObjectInfo {
  ClassId cls;
  std::unordered_map<Symbol, Ref> fields;
  bool constructed = false;
  bool generic = false;  // stands for any instance (from an annotation)
  Ref payload;           // contents of a subclass of list, dict or tuple, of a ModuleList
};

struct CallableInfo {
  const ParsedFile* file = nullptr;
  syntax::FunctionId function;
  CellsId cells;
  ClassId owner;              // class in whose body the def stands
  std::vector<Ref> defaults;  // per parameter; None id: none
  bool is_stub = false;
};

struct Cells {
  CellsId parent;
  names::ScopeId scope;
  std::unordered_map<Symbol, Ref> values;
};

struct CallArgument {
  syntax::ArgKind kind = syntax::ArgKind::Positional;
  Symbol name;
  Ref value;
  flow::TempId temp;  // in the calling frame; None when made up
};
using Arguments = std::vector<CallArgument>;

// Arguments matched to parameters, in order of the parameters.
struct BoundArguments {
  std::vector<Ref> values;  // None id: not passed and no default
  std::vector<bool> given;
  std::vector<flow::TempId> temps;
};

struct CallerLink {
  ContextId context;  // None: an entry point
  Site site;
};

struct Context {
  CallableId callable;
  Mode mode;
  std::vector<Ref> arguments;
  Ref result;
  Ref yielded;  // generators: the join of what is yielded
  bool running = false;
  bool done = false;
  bool recursive = false;
  int depth = 0;
  CallerLink caller;
  std::string entry;  // set where compilation starts: how it was compiled
  DynamoFlags sets;   // that the call leaves set
  CellsId cells;
  std::vector<Ref> parameters_out;  // values written back to parameters (list.append…)
  std::vector<std::vector<Observation>> observations;  // by block; the last visit counts
  std::vector<Ref> temps;                              // at the end: what facts are made of
  std::vector<ContextId> callees;
};

class Unit : public values::Namer {
 public:
  Unit(const names::Program& program, const Options& options);
  ~Unit() override;

  const names::Program& program;
  const Options options;
  Values values;

  // ---- names (globals.cpp) ----
  Ref GlobalValue(const ParsedFile& file, Symbol name);
  Ref LookupGlobal(const ParsedFile& file, Symbol name);  // with builtins behind
  Ref ModuleAttribute(FileId module, Symbol name);
  Ref ImportModule(const ParsedFile& from, Symbol module, std::uint32_t level, Symbol name,
                   bool as_leaf);
  Ref StubValue(std::string_view module, std::string_view name);
  Ref EvaluateDefinitions(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                          ClassId owner, const std::vector<names::Definition>& definitions,
                          Symbol name);
  Ref EvaluateExpression(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                         syntax::ExprId expr, ClassId owner = {});
  Ref CellValue(CellsId cells, Symbol name);
  bool MayExport(FileId file, Symbol name) const;

  // ---- classes (classes.cpp) ----
  ClassId InternClass(const ParsedFile& file, syntax::ClassId cls, CellsId cells);
  ClassInfo& Info(ClassId id) { return *classes_[id]; }
  ObjectInfo& Info(ObjectId id) { return objects_[id.index]; }
  const CallableInfo& Info(CallableId id) const { return callables_[id.index]; }
  Context& Info(ContextId id) { return *contexts_[id]; }
  Ref ClassAttribute(ClassId cls, Symbol name, ClassId* found_in = nullptr, std::size_t skip = 0);
  bool DerivesFrom(ClassId cls, ClassId base);
  ClassId StubClass(std::string_view module, std::string_view name);
  ClassId TensorClass() {
    return tensor_class_ ? tensor_class_ : tensor_class_ = StubClass("torch", "Tensor");
  }
  const std::string& StubName(CallableId callable);  // "torch.Tensor.item", made once
  ObjectId InternObject(ClassId cls, std::vector<ValueId> key);
  Ref Instantiate(ClassId cls, const Arguments& args, const Site& site, OriginId origin);
  Ref GenericInstance(ClassId cls);
  bool AssignedLate(ClassId cls, Symbol name);
  void MakeDataclass(ClassId cls);
  ClassId NamedTupleClass(Symbol name, std::vector<Symbol> fields);
  std::optional<ClassId> ClassOf(Ref value);  // builtin or user class of a single alternative
  Ref FromAnnotation(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                     syntax::ExprId annotation, const syntax::Tree* tree = nullptr);

  // ---- attributes and items (attributes.cpp, items.cpp) ----
  Ref GetAttribute(Ref object, Symbol name, const Site& site);
  void SetAttribute(Ref object, Symbol name, Ref value, const Site& site);
  Ref GetItem(Ref object, Ref index, const Site& site);
  Ref WithItem(Ref object, Ref index, Ref value, const Site& site);  // the container after x[i] = v
  Ref ElementOf(Ref iterable, const Site& site);
  std::vector<Ref> UnpackInto(Ref source, std::size_t count, int star, const Site& site);
  std::optional<std::vector<Ref>> ExactElements(Ref iterable);
  void CheckTensorIndex(Ref object, Ref index, bool write, const Site& site);

  // ---- operators (operators.cpp) ----
  Ref UnaryOperation(syntax::UnaryOp op, Ref operand, const Site& site);
  Ref BinaryOperation(syntax::BinaryOp op, Ref left, Ref right, const Site& site);
  Ref CompareOperation(syntax::CompareOp op, Ref left, Ref right, const Site& site);
  struct Truth {
    bool can_be_true = false, can_be_false = false;
  };
  Truth TruthOf(Ref value);
  std::optional<bool> KnownTruth(Ref value);

  // ---- calls (calls.cpp, stub_calls.cpp) ----
  Ref Call(Ref callee, const Arguments& args, const Site& site, flow::TempId receiver = {});
  Ref CallFunction(CallableId callable, const Arguments& args, const Site& site,
                   flow::TempId receiver = {});
  Ref CallStub(CallableId callable, const Arguments& args, const Site& site, flow::TempId receiver);
  void ObserveCompileInLoop(const Site& site, std::string target);
  void ObserveInputMutation(Ref tensor, const Site& site);
  void ObserveRead(Ref value, const Site& site);  // of an object that no frame may read
  void ObserveDeviceCopy(std::string_view name, const BoundArguments& bound, const Arguments& args,
                         const Site& site);
  Ref StubReturn(CallableId callable);
  Ref SettleKnown(Ref computed, const TransferCall& call);
  Ref Refined(Ref computed, Ref declared, const TransferCall& call);
  Ref AsDeclared(Ref value, Ref declared);
  BoundArguments Bind(CallableId callable, const Arguments& args, const Site& site);
  ContextId Interpret(CallableId callable, std::vector<Ref> arguments, Mode mode, const Site& site);
  void Reached(ContextId context, const Site& site);
  CallableId InternCallable(CallableInfo info);
  bool BuildsModules(CallableId callable);
  const models::StubFunction& Stub(CallableId callable);
  Ref CallMethod(Ref object, std::string_view method, const Arguments& args, const Site& site);

  // ---- tensors and data (observe.cpp) ----
  enum class Has { No, Maybe, Certainly };
  struct DataAnswer {
    Has has = Has::No;
    std::string condition;
  };
  // Whether `value` is data (a tensor or a data-dependent scalar).
  DataAnswer IsData(Ref value, std::string_view subject);
  Has IsTensor(Ref value);
  bool HasUnknown(Ref value) const;  // among its alternatives
  bool HoldsTensor(Ref value, int depth = 0);
  const values::Tensor* FirstTensor(Ref value);
  // The text made of these: whether it shows a tensor's data is kept as the name of its type.
  Ref TextOf(const std::vector<Ref>& parts);
  bool ShowsTensor(Ref text) const;
  // Whether a tensor was computed, and did not come in as it is.
  bool MadeHere(OriginId origin) const;
  // Whether a function closes over anything but Python constants.
  Has ClosesOverData(Ref function);
  Ref TensorRef(values::Tensor tensor, OriginKind kind, const Site& site, Symbol detail,
                OriginId parent);
  // `outside`: the code at `span` is not compiled.
  OriginId AddOrigin(OriginKind kind, const ParsedFile* file, Span span, Symbol detail,
                     OriginId parent, bool outside = false);
  // Null when nothing is recorded here; else good until the next one.
  Observation* Observe(ObservationKind kind, const Site& site, Ref value, std::string operation,
                       std::vector<std::string> gb_ids, std::string condition = {},
                       flow::BranchKind branch = flow::BranchKind::If, bool guards_raise = false);
  std::vector<diag::Step> ReasonChain(OriginId origin);
  std::vector<diag::Step> CallersOf(ContextId context);
  std::string SourceText(const Site& site, std::size_t limit = 60) const;

  // ---- entries (entries.cpp) ----
  void CompileEntry(Ref target, const Site& site, std::string how, bool fullgraph,
                    std::string options, bool cuda_graphs = false);
  Ref CallCompiled(const values::Wrapper& wrapper, const Arguments& args, const Site& site);
  Arguments EntryArguments(CallableId callable, std::size_t first);
  Ref EntryParameter(CallableId callable, std::size_t index, bool demand);
  void RunEntry(Ref target, CallableId signature, bool skip_self, const Site& site, Mode mode);
  std::string entry_label;  // names the entry whose analysis is starting
  void RunExplicit(const ParsedFile& file);
  void RunModules(const ParsedFile& file);
  // Settings say that `name`, a function, a class or a method of the file, is compiled; false: the
  // file has nothing of that name that can be.
  bool CompileNamed(const ParsedFile& file, std::string_view name);
  bool CanBeCompiled(Ref target);
  // dynamo_flags.cpp
  Has DynamoFlag(std::string_view name, const Site& site) const;
  void SetDynamoFlag(Symbol name, Ref value);
  void PatchDynamoFlag(std::string_view name, Ref value);  // for the length of this function
  DynamoFlags FlagsNow() const;                            // of what is compiled now
  bool FullgraphCaptures(const Site& site) const;
  void FinishEntries();
  void Demand(std::uint32_t param) {
    if (demanded_.insert(param).second) demanded_results_ += unknown_results_.contains(param);
  }
  // The result of a callable that source does not tell: its uses in the frame that makes the call,
  // and in what that calls, may show it to be a tensor (unknown_results.cpp).
  Ref ResultOfUnknown(const Site& site);
  // What a call gave, where it made an unknown result of its own: one of the calling frame.
  Ref Adopted(Ref result, const Site& site);
  bool IsOpen(Ref value) const {  // source does not tell it; its uses may
    return !value.value || values.If<values::Unknown>(value) || values.If<values::Param>(value);
  }
  std::size_t DemandedResults() const { return demanded_results_; }
  // An item of a parameter that nothing declares, which may be a tensor, a list or a mapping: its
  // uses may show the item to be a tensor, and say nothing of the parameter. `key` of a mapping.
  Ref ItemOfParam(Ref param, Symbol key, const Site& site);
  void Reorder(CallableId f) { reordered_.insert(f.index); }
  void Ignore(CallableId f) { ignored_.insert(f.index); }
  void MakeContextManager(CallableId f) { context_managers_.insert(f.index); }
  void ApplyEarlierBreaks(Context& context);
  bool ComesFromCaller(const Context& context, OriginId origin) const;
  bool Silenced(CallableId f, const BoundArguments& bound);
  UnitResult TakeResult();
  void ExportFacts(std::vector<FoundFact>& out);  // facts.cpp
  // A file's share of the unit: budgets and context limits start anew.
  void StartFile();
  void FinishFile(FileId file);

  // Names that are looked up all the time.
  struct WellKnown {
    explicit WellKnown(base::Interner& interner);
    Symbol init, post_init, forward, call, getattr, boolean, length, iter, getitem;
  };
  const WellKnown names_;

  // ---- housekeeping ----
  Symbol Intern(std::string_view text) const { return program.interner().Intern(text); }
  Ref UnknownRef(std::string_view why);
  Ref UnknownRef(const char* why);  // a literal: interned once
  Ref None() const { return {values.none(), {}}; }
  Ref Bottom() const { return {values.bottom(), {}}; }
  Ref Guarded(values::PyType type) { return {values.Guard(type), {}}; }
  const ParsedFile* File(FileId id) { return program.Parsed(id); }
  bool Step() { return ++steps_ < kMaxSteps; }
  bool OverBudget() const { return steps_ >= kMaxSteps; }
  Mode CurrentMode(const Site& site) const;
  std::string QualifiedName(CallableId callable) const;
  std::string QualifiedName(const ParsedFile& file, syntax::FunctionId function) const;

  std::string Name(ObjectId) const override;
  std::string Name(ClassId) const override;
  std::string Name(CallableId) const override;
  std::string Name(FileId) const override;

  // Values of each instruction of the file asked for (`Reveal`); null when nobody asks.
  struct RevealRequest {
    FileId file;
    std::uint32_t line;
    std::vector<RevealedValue>* out;
  };
  std::optional<RevealRequest> reveal;

  std::vector<std::unique_ptr<Context>> const& contexts() const { return contexts_store_; }
  bool files_reached(FileId file) const { return reached_.count(file.index) != 0; }

 private:
  friend class Frame;
  static constexpr std::uint64_t kMaxSteps = 4'000'000;  // per file
  static constexpr int kMaxDepth = 48;
  static constexpr std::size_t kMaxContexts = 16;
  // Decorators and constructors are called with another function or class each time.
  static constexpr std::size_t kMaxSetupContexts = 2000;
  static constexpr std::uint64_t kMaxSetupSteps = 300'000;  // per file, outside compiled code
  static constexpr int kScriptDepth = 8;  // how deep top-level code is followed to what it compiles
  static constexpr int kConstructorDepth = 0;
  static constexpr int kDefinitionDepth = 4;  // how deep module-level values are followed
  static constexpr std::size_t kMaxCallees = 5;

  struct Stored {
    std::vector<std::unique_ptr<Context>>& v;
    Context* operator[](ContextId id) const { return v[id.index].get(); }
  };
  struct StoredClasses {
    std::vector<std::unique_ptr<ClassInfo>>& v;
    ClassInfo* operator[](ClassId id) const { return v[id.index].get(); }
  };

  std::vector<std::unique_ptr<Context>> contexts_store_;
  Stored contexts_{contexts_store_};
  std::vector<std::unique_ptr<ClassInfo>> classes_store_;
  StoredClasses classes_{classes_store_};
  std::deque<ObjectInfo> objects_;
  std::deque<CallableInfo> callables_;
  std::deque<Cells> cells_;
  std::deque<Origin> origins_;

  struct VectorHash {
    std::size_t operator()(const std::vector<std::uint64_t>& v) const;
  };
  template <class T>
  using Table = std::unordered_map<std::vector<std::uint64_t>, T, VectorHash>;
  Table<std::uint32_t> class_table_, object_table_, callable_table_, context_table_;
  // What an expression (or annotation) of a file evaluates to where it stands.
  struct ExpressionKey {
    std::uint32_t file, scope, cells, expr;
    bool annotation;
    bool operator==(const ExpressionKey&) const = default;
  };
  struct ExpressionKeyHash {
    std::size_t operator()(const ExpressionKey& k) const {
      std::size_t h = (static_cast<std::size_t>(k.file) << 32 | k.expr) * 0x9E3779B97F4A7C15ull;
      h ^= (static_cast<std::size_t>(k.scope) << 33 | static_cast<std::size_t>(k.cells) << 1 |
            k.annotation) *
           0xC2B2AE3D27D4EB4Full;
      return h ^ (h >> 29);
    }
  };
  std::unordered_map<ExpressionKey, Ref, ExpressionKeyHash> expression_memo_;
  struct GlobalKeyHash {
    std::size_t operator()(const std::pair<std::uint32_t, Symbol>& k) const {
      return k.first * 0x9E3779B9u ^ std::hash<Symbol>()(k.second);
    }
  };
  std::unordered_map<std::pair<std::uint32_t, Symbol>, Ref, GlobalKeyHash> globals_;
  std::unordered_map<std::pair<std::uint32_t, Symbol>, std::size_t, GlobalKeyHash> globals_running_;
  std::unordered_map<std::pair<std::uint32_t, Symbol>, Ref, GlobalKeyHash>
      builtins_seen_;  // names that fall through to builtins
  std::unordered_map<std::uint32_t, std::unique_ptr<models::StubFunction>> stubs_;
  std::unordered_map<std::uint32_t, Ref> stub_returns_;
  std::unordered_map<std::string, ClassId> stub_classes_;
  ClassId tensor_class_;
  ClassId builtin_classes_[16];
  std::unordered_map<std::uint32_t, std::string> stub_names_;
  std::unordered_map<std::uint32_t, bool> builds_modules_;
  std::unordered_map<const void*, ValueId> unknowns_;
  std::unordered_map<std::uint32_t, std::vector<Ref>>
      widened_;  // by callable: arguments past kMaxContexts
  std::unordered_map<std::uint32_t, std::size_t> context_counts_;
  std::unordered_set<std::uint32_t> demanded_;
  // Stub functions that the analysed file hands to Dynamo's logging settings.
  std::unordered_set<std::uint32_t> reordered_, ignored_;
  DynamoFlags flags_, patched_;                         // that the analysed file sets
  std::unordered_set<std::uint32_t> context_managers_;  // functions under @contextmanager
  Table<std::uint32_t> param_ids_;
  std::unordered_set<std::uint32_t> param_items_;  // which of them are items of others
  std::unordered_map<std::uint32_t, ContextId> unknown_results_;  // which are results, and whose
  std::size_t demanded_results_ = 0;
  std::unordered_set<std::uint32_t> reached_;
  std::uint32_t next_param_ = 0;
  // Guards the native stack where values, not calls, decide how deep evaluation goes.
  int nesting_ = 0;
  struct Nesting {
    explicit Nesting(Unit& u) : unit(u) { ++unit.nesting_; }
    ~Nesting() { --unit.nesting_; }
    explicit operator bool() const { return unit.nesting_ < 500; }
    Unit& unit;
  };
  std::uint64_t setup_steps_ = 0;
  std::uint64_t steps_ = 0, all_steps_ = 0;
  std::vector<FileId> unfinished_;
  int depth_ = 0;
  int setup_limit_ = kMaxDepth;  // how deep calls are followed outside compiled code
  int decorator_depth_ = 0;
  bool in_decorator_ = false;  // only what the decorator itself defines is followed

  // Contexts that no context calls; without those of a round of an entry that was run again with
  // better knowledge of its parameters.
  std::vector<ContextId> roots_;

  struct PendingEntry {
    Entry entry;
    Ref target;
    Site site;
    Mode mode = {};
    bool called = false;
    bool in_loop = false;
  };
  std::vector<PendingEntry> pending_;
  std::vector<Observation> outside_;  // of code that is not compiled
  std::vector<Entry> entries_;
};

}  // namespace graphmend::infer
