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
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <vector>

#include "infer/calls/sequential_calls.h"
#include "infer/entries/dynamo_flags.h"
#include "infer/heap/heap.h"
#include "infer/interpret/environment.h"
#include "infer/observation.h"
#include "infer/options.h"
#include "infer/results.h"
#include "infer/summaries/dependencies.h"
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
struct DefinitionTag;
using DefinitionId = base::Id<DefinitionTag>;
using CellsId = base::Id<CellsTag>;
using ContextId = base::Id<ContextTag>;

struct Mode {
  bool compiled = false;
  bool fullgraph = false;
  DynamoFlags flags = {};
  bool cuda_graphs = false;  // asked for: mode="reduce-overhead" and the like
  // Of what a decorator does to its function only the part counts that it defines itself: which
  // function comes back shows there, and the rest is docstrings and registries.
  bool decorates = false;
  // Outside of compiled code: how many calls lie between this and the nearest constructor, which
  // counts as one; 0: no constructor leads here.
  std::uint8_t below = 0;
  friend bool operator==(Mode, Mode) = default;
  std::uint64_t Key() const {
    return std::uint64_t{compiled} | std::uint64_t{fullgraph} << 1 |
           std::uint64_t{cuda_graphs} << 2 | std::uint64_t{decorates} << 3 |
           std::uint64_t{below} << 4 | std::uint64_t{flags.on} << 8 |
           std::uint64_t{flags.open} << (8 + kDynamoFlagBits);
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
  values::AddressId made = {};  // a class is called here: the address of the instance
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
  std::unordered_map<Symbol, DefinitionId> attributes;  // those of the class body, once asked for
  // Where in `mro` the first class is whose body names it; the length: none does.
  std::unordered_map<Symbol, std::size_t> first_naming;
  std::optional<std::unordered_set<Symbol>> late;  // self.x assigned outside __init__
};

// A place of the store: what was written there, joined, and who has read it.
struct Location {
  Ref value;    // None id: nothing so far
  NodeId node;  // None: nobody has read it
  int changes = 0;
};

struct ObjectInfo {
  ClassId cls;
  std::unordered_map<Symbol, Location> fields;  // also `WellKnown::contents`
  bool constructed = false;
  bool generic = false;  // any instance of the class (from an annotation)
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
  std::unordered_map<Symbol, Location> values;
};

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
  ContextId context;                 // None: compiled code begins here
  const ParsedFile* file = nullptr;  // null: no call in source leads here
  Span span;
};

// A call of one context by another.
struct CallEdge {
  ContextId callee;
  const ParsedFile* file = nullptr;  // null: called from no source
  Span span;
  // Set where compiled code begins: how and where it was compiled.
  Symbol entry = {};
  diag::Location entry_place = {};
};

// What the last interpretation of a context could not follow. `callee`: the call yields Never,
// which is right only as long as that does not return.
struct ContextHole {
  flow::BlockId block;
  HoleKind why = HoleKind::UnknownCallee;
  const ParsedFile* file = nullptr;
  Span span;
  syntax::ExprId expr;
  ContextId callee;
};

struct Context {
  CallableId callable;
  Mode mode;
  std::vector<Ref> arguments;
  NodeId node;
  int runs = 0;          // how often it was interpreted
  Ref result;            // Bottom: it does not return, as far as is known
  Ref yielded;           // generators: the join of what is yielded
  bool returns = false;  // some path gets to its end
  CallerLink caller;     // set at the end, with `entry`, for what a live entry reaches
  bool linked = false;
  Symbol entry;      // set where compiled code begins: how it was compiled
  DynamoFlags sets;  // that the call leaves set
  CellsId cells;
  Heap heap;                                        // what it has written, when it returns
  std::vector<std::pair<ObjectId, Symbol>> writes;  // fields of the store that it has written
  // Of the last interpretation: blocks with something to observe, and their converged entry states.
  std::vector<std::pair<flow::BlockId, Environment>> observing;
  std::vector<std::vector<Observation>> observations;  // by block, from the second pass
  std::vector<Ref> temps;                              // at the end: what facts are made of
  std::vector<CallEdge> callees;                       // of the last interpretation
  std::vector<ContextHole> holes;
};

// What is called from outside of all contexts: an entry, as an unknown caller would, or the top
// level of a script.
struct EntryRun {
  const ParsedFile* script = nullptr;
  Ref target = {};
  CallableId signature = {};
  bool skip_self = false;
  Site site = {};
  Symbol label = {};          // how it is compiled
  diag::Location place = {};  // where that is said
  NodeId node = {};
  std::vector<CallEdge> roots = {};
};

class Unit : public values::Namer {
 public:
  Unit(const names::Program& program, const Options& options);
  ~Unit() override;

  const names::Program& program;
  const Options options;
  Values values;
  SequentialCalls sequentials;

  // ---- names (globals.cpp) ----
  // `Aspect::Kind`: only to add something to the container that it is.
  enum class Aspect : std::uint8_t { All, Kind };
  Ref GlobalValue(const ParsedFile& file, Symbol name, Aspect aspect = Aspect::All);
  void StoreGlobal(const ParsedFile& file, Symbol name, Ref value);
  Ref LookupGlobal(const ParsedFile& file, Symbol name,
                   Aspect aspect = Aspect::All);  // with builtins behind
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
  Ref CapturedValue(CellsId cells, Symbol name);  // with the addresses of its place
  void StoreCaptured(CellsId cells, Symbol name, Ref value);
  // The innermost variable of this name among the captured ones; null when there is none.
  Location* FindCell(CellsId cells, Symbol name);
  bool MayExport(FileId file, Symbol name) const;

  // ---- classes (classes.cpp) ----
  ClassId InternClass(const ParsedFile& file, syntax::ClassId cls, CellsId cells);
  ClassInfo& Info(ClassId id) { return *classes_[id]; }
  ObjectInfo& Info(ObjectId id) { return objects_[id.index]; }
  const CallableInfo& Info(CallableId id) const { return callables_[id.index]; }
  Context& Info(ContextId id) { return *contexts_[id]; }
  Ref ClassAttribute(ClassId cls, Symbol name, ClassId* found_in = nullptr, std::size_t skip = 0);
  DefinitionId AttributeDefinition(ClassId cls, Symbol name);
  bool DerivesFrom(ClassId cls, ClassId base);
  ClassId StubClass(std::string_view module, std::string_view name);
  ClassId TensorClass() {
    return tensor_class_ ? tensor_class_ : tensor_class_ = StubClass("torch", "Tensor");
  }
  const std::string& StubName(CallableId callable);  // "torch.Tensor.item", made once
  ObjectId InternObject(ClassId cls, std::vector<ValueId> key);
  std::vector<ValueId> InstanceKey(ClassId cls, const Arguments& args, const Site& site);
  // What the store holds of a field; None id: nothing. Whoever runs reads it.
  Ref Field(ObjectId object, Symbol name);
  void StoreField(ObjectId object, Symbol name, Ref value);
  // The contents of an instance of a container class: of a subclass of list, dict or tuple, of a
  // ModuleList.
  Ref Contents(ObjectId object) { return Field(object, names_.contents); }
  void StoreContents(ObjectId object, Ref value) { StoreField(object, names_.contents, value); }
  // ---- places of the store as addresses (heap/places.cpp) ----
  enum class StoreKind : std::uint8_t { Field, Captured, Global, ClassAttribute };
  struct StorePlace {
    StoreKind kind;
    std::uint32_t owner;  // object, cells, file or class
    Symbol name;
  };
  values::AddressId AddressOf(StoreKind kind, std::uint32_t owner, Symbol name);
  // A value from the store, with the addresses of that place; and one as the store keeps it, which
  // remembers that what has an address is at that place as well.
  Ref Loaded(Ref value, StoreKind kind, std::uint32_t owner, Symbol name);
  Ref ForStore(Ref value, StoreKind kind, std::uint32_t owner, Symbol name);
  void RememberAliases(ValueId id, values::AddressId place);
  // The places at which what has this address is as well; and the other way round.
  // An address of a function means what one call of it has made or got: what is at a place is told
  // for each computation (`by`) apart.
  const std::vector<values::AddressId>& PublishedAs(values::AddressId address, NodeId by) const;
  const std::vector<values::AddressId>& AliasesOf(values::AddressId place, NodeId by) const;
  // The addresses that a computation has put anywhere.
  const std::vector<values::AddressId>& PublishedBy(NodeId by) const;
  void AddAlias(values::AddressId address, values::AddressId place, NodeId by);
  // The contents of an address changed: they are written to the places where it is as well.
  void Publish(values::AddressId address, Ref contents, NodeId by);
  void StoreAt(values::AddressId place, Ref contents);
  Location* LocationOf(const StorePlace& place);
  ValueId WithNested(ValueId whole, std::vector<std::uint64_t> path, Ref part);
  // What is known of a field of this value: by its own fields, if it has an address, else by the
  // store. None id: nothing; `deleted`: it has certainly none, or may have none.
  struct FieldValue {
    Ref value;
    bool deleted = false;
    bool maybe_deleted = false;
  };
  FieldValue FieldOf(Ref object, Symbol name);
  // Reads and writes of any place of the store.
  Ref ReadLocation(Location& location);
  void WriteLocation(Location& location, Ref value);
  bool Grow(Location& location, Ref value);  // joins, in the end widens; whether it changed
  Ref Instantiate(ClassId cls, const Arguments& args, const Site& site, OriginId origin);
  void Construct(ClassId cls, Ref self, const Arguments& args, const Site& at);
  Ref GenericInstance(ClassId cls);
  void DeclareFields(ClassId cls, ObjectId object);
  bool AssignedLate(ClassId cls, Symbol name);
  void MakeDataclass(ClassId cls);
  ClassId NamedTupleClass(Symbol name, std::vector<Symbol> fields);
  std::optional<ClassId> ClassOf(Ref value);  // builtin or user class of a single alternative
  Ref FromAnnotation(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                     syntax::ExprId annotation, const syntax::Tree* tree = nullptr);

  // ---- attributes and items (attributes.cpp, items.cpp) ----
  Ref GetAttribute(Ref object, Symbol name, const Site& site);
  void SetAttribute(Ref object, Symbol name, Ref value, const Site& site);
  void SetField(Ref object, Symbol name, Ref value, const Site& site);
  void DeleteAttribute(Ref object, Symbol name, const Site& site);
  Ref GetItem(Ref object, Ref index, const Site& site);
  Ref WithItem(Ref object, Ref index, Ref value, const Site& site);  // the container after x[i] = v
  Ref WithoutItem(Ref object, Ref index, const Site& site);          // after del x[i]
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
  bool TooManyToFollow(const values::Union& callees) const;
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
  Ref DeclaredArgument(const CallableInfo& info, const syntax::Param& p, Ref value, bool flag);
  void Declare(const CallableInfo& info, BoundArguments& bound, const Site& site);
  BoundArguments Bind(CallableId callable, const Arguments& args, const Site& site);
  // ---- summaries (summaries/) ----
  CellsId CellsOf(CallableId callable, Mode mode);
  ContextId AddContext(CallableId callable, std::vector<Ref> arguments, Mode mode);
  // How many contexts a callable may have before further calls share one, and what counts them.
  struct ContextBudget {
    std::uint64_t counter;
    std::size_t most;
  };
  ContextBudget BudgetOf(CallableId callable, const std::vector<Ref>& arguments, Mode mode) const;
  bool MayFollow(CallableId callable, Mode mode, const Site& site);
  ContextId Interpret(CallableId callable, std::vector<Ref> arguments, Mode mode, const Site& site);
  void RunContext(ContextId context);
  void Compute(NodeId node);
  // The value of a definition, evaluated when it is first asked for.
  Ref Evaluated(DefinitionId definition, Aspect aspect = Aspect::All);
  void RunDefinition(DefinitionId definition);
  Ref ValueOf(const Definition& definition);
  Ref DefinedGlobal(const ParsedFile& file, Symbol name);
  Ref ReadAnnotation(const ParsedFile& file, names::ScopeId scope, CellsId cells,
                     syntax::ExprId annotation);
  Ref ConstructGeneric(ClassId cls);
  void CallEntry(std::uint32_t entry);
  void Settle() { dependencies_.Settle(NodeId(0)); }
  void Reached(ContextId context, const Site& site);
  CallableId InternCallable(CallableInfo info);
  const models::StubFunction& Stub(CallableId callable);
  Ref CallMethod(Ref object, std::string_view method, const Arguments& args, const Site& site);

  // ---- tensors and data (observe.cpp) ----
  enum class Has { No, Maybe, Certainly };
  struct DataAnswer {
    Has has = Has::No;
    OpenConditions conditions = {};
  };
  // Whether `value` is data (a tensor or a data-dependent scalar); `subject`: its source text.
  DataAnswer IsData(Ref value, std::string_view subject);
  Has IsTensor(Ref value);
  bool HasUnknown(Ref value) const;  // among its alternatives
  bool HoldsTensor(Ref value, int depth = 0);
  const values::Tensor* FirstTensor(Ref value);
  // The text made of these, which may show a tensor's data.
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
  Observation* Observe(ObservationKind kind, const Site& site, Ref value, Operation operation,
                       std::vector<std::string> gb_ids, OpenConditions conditions = {},
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
  void RunScript(const ParsedFile& file);
  void RunEntry(EntryRun run);
  // Of the contexts that call one: the one nearest to an entry.
  void LinkCallers();
  // Observes what there is to observe once everything has settled.
  void Diagnose();
  void RunExplicit(const ParsedFile& file);
  // entries/modules.cpp
  void RunModules(const ParsedFile& file);
  void AssumeMethods(ClassId cls);
  // Takes a method of a module, its own or an inherited one, as compiled; `at` names the entry.
  void AssumeCompiledMethod(ClassId cls, Symbol name, const CallableInfo& method,
                            const ParsedFile& file, Span at);
  CallableInfo MethodOf(ClassId cls, syntax::FunctionId function);
  bool OverridesWhatRuns(ClassId cls, Symbol method);
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
  // Its uses show the parameter to be a tensor.
  void Demand(std::uint32_t param);
  bool IsDemanded(std::uint32_t param);
  // The result of a callable that source does not tell: its uses in the frame that makes the call,
  // and in what that calls, may show it to be a tensor (unknown_results.cpp).
  Ref ResultOfUnknown(const Site& site);
  // What a call gave, where it made an unknown result of its own: one of the calling frame.
  Ref Adopted(Ref result, const Site& site);
  bool IsOpen(Ref value) const {  // source does not tell it; its uses may
    return !value.value || values.If<values::Unknown>(value) || values.If<values::Param>(value);
  }
  // An item of a parameter that nothing declares, which may be a tensor, a list or a mapping: its
  // uses may show the item to be a tensor, and say nothing of the parameter. `key` of a mapping.
  Ref ItemOfParam(Ref param, Symbol key, const Site& site);
  // The file tells Dynamo to move calls of this behind the graph, or to drop them.
  void Reorder(const ParsedFile* file, CallableId f) { reordered_.insert({file, f.index}); }
  void Ignore(const ParsedFile* file, CallableId f) { ignored_.insert({file, f.index}); }
  void MakeContextManager(CallableId f) { context_managers_.insert(f.index); }
  void ApplyEarlierBreaks(Context& context);
  bool ComesFromCaller(const Context& context, OriginId origin) const;
  bool Silenced(CallableId f, const BoundArguments& bound, const Site& site);
  UnitResult TakeResult();
  const std::vector<Entry>& entries() const { return entries_; }
  // ---- what is not followed (diagnose/holes.cpp) ----
  // Kept with the context that is interpreted, if it is compiled.
  void NotFollowed(HoleKind why, const Site& site);
  Ref Unfollowed(HoleKind why, const Site& site, const char* unknown);
  Ref CallUnknown(Ref callee, const Site& site);
  void NeverReturned(ContextId callee, const Site& site);
  bool IsFollowed(Ref target, int depth = 0);
  void NotEntered(HoleKind why, const Entry& entry);
  void NoteBudget(const Entry& entry);  // which was called last
  void GatherHoles(UnitResult& result);
  // The contexts in which compiled code begins, each with where it is said to be compiled.
  std::vector<CallEdge> Starts() const;
  void CheckNever() const;
  void GiveUp(ContextId context);
  void BeginEntry(Symbol label, diag::Location place);
  void ExportFacts(std::vector<FoundFact>& out);  // facts.cpp
  // A file's share of the unit: budgets and context limits start anew.
  void StartFile();
  void FinishFile(FileId file);

  // Names that are looked up all the time.
  struct WellKnown {
    explicit WellKnown(base::Interner& interner);
    Symbol init, post_init, forward, call, getattr, boolean, length, iter, getitem, contents;
  };
  const WellKnown names_;

  // ---- housekeeping ----
  Symbol Intern(std::string_view text) const { return program.interner().Intern(text); }
  Ref UnknownRef(std::string_view why);
  Ref UnknownRef(const char* why);  // a literal: interned once
  Ref OfLibrary(std::string_view why);
  Ref None() const { return {values.none(), {}}; }
  Ref Bottom() const { return {values.bottom(), {}}; }
  Ref Guarded(values::PyType type) { return {values.Guard(type), {}}; }
  const ParsedFile* File(FileId id) { return program.Parsed(id); }
  bool Step() { return ++steps_ < options.budget; }
  bool OverBudget() const { return steps_ >= options.budget; }
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
  static constexpr int kMaxDepth = 48;
  static constexpr std::size_t kMaxContexts = 16;
  static constexpr std::size_t kMaxContextsOfOne = 6;  // outside of compiled code, by instance
  // Decorators and constructors are called with another function or class each time.
  static constexpr std::size_t kMaxSetupContexts = 2000;
  static constexpr std::uint64_t kMaxSetupSteps = 300'000;  // per file, outside compiled code
  static constexpr std::size_t kMaxCallees = 5;
  static constexpr std::size_t kMaxInstancesOfPlace = 3;
  static constexpr std::size_t kMaxCellsOfOne = 4;
  // What gives instances their fields and submodules is a constructor, or called by one: a method,
  // a factory, the registry that it asks. Deeper lies what fills and saves what was made.
  static constexpr std::uint8_t kMaxBelowConstructor = 3;

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

  std::unordered_map<std::uint32_t, std::vector<CellsId>> cells_made_;  // compiled, by callable
  // By class and place: what instances were made from.
  std::map<std::pair<std::uint32_t, std::uint64_t>, std::vector<std::vector<ValueId>>>
      instance_keys_;

  struct VectorHash {
    std::size_t operator()(const std::vector<std::uint64_t>& v) const;
  };
  template <class T>
  using Table = std::unordered_map<std::vector<std::uint64_t>, T, VectorHash>;
  Table<std::uint32_t> class_table_, object_table_, callable_table_, context_table_;
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
  std::unordered_map<ExpressionKey, DefinitionId, ExpressionKeyHash> expressions_;
  struct GlobalKeyHash {
    std::size_t operator()(const std::pair<std::uint32_t, Symbol>& k) const {
      return k.first * 0x9E3779B9u ^ std::hash<Symbol>()(k.second);
    }
  };
  using GlobalKey = std::pair<std::uint32_t, Symbol>;
  std::unordered_map<GlobalKey, DefinitionId, GlobalKeyHash> globals_;
  // What functions store into names of modules, by `global x` or through an alias.
  std::unordered_map<GlobalKey, Location, GlobalKeyHash> stored_globals_;
  // While a name is evaluated: how many of its definitions come before the one that is looked at.
  std::unordered_map<GlobalKey, std::size_t, GlobalKeyHash> globals_running_;
  std::unordered_map<std::uint32_t, DefinitionId> instances_;  // generic ones, by class
  std::unordered_map<Symbol, Ref> builtins_seen_;  // names that fall through to builtins
  std::unordered_map<std::uint32_t, std::unique_ptr<models::StubFunction>> stubs_;
  std::unordered_map<std::uint32_t, Ref> stub_returns_;
  std::unordered_map<std::string, ClassId> stub_classes_;
  ClassId tensor_class_;
  ClassId builtin_classes_[16];
  std::unordered_map<std::uint32_t, std::string> stub_names_;
  std::unordered_map<const void*, ValueId> unknowns_;
  // By callable, and instance outside of compiled code: arguments past kMaxContexts.
  std::unordered_map<std::uint64_t, std::vector<Ref>> widened_;
  std::unordered_map<std::uint64_t, std::size_t> context_counts_;
  std::unordered_set<std::uint32_t> demanded_;
  std::vector<NodeId> param_nodes_;  // by parameter
  // Stub functions that the analysed file hands to Dynamo's logging settings.
  std::set<std::pair<const ParsedFile*, std::uint32_t>> reordered_, ignored_;
  DynamoFlags flags_, patched_;                         // that the analysed file sets
  std::unordered_set<std::uint32_t> context_managers_;  // functions under @contextmanager
  Table<std::uint32_t> param_ids_;
  std::unordered_set<std::uint32_t> param_items_;  // which of them are items of others
  std::unordered_map<std::uint32_t, ContextId> unknown_results_;  // which are results, and whose
  std::unordered_set<std::uint32_t> reached_;
  std::uint32_t next_param_ = 0;
  // What is computed again when something that it read has changed.
  struct Computation {
    enum class Kind : std::uint8_t { Location, Context, Definition, Entry } kind;
    std::uint32_t index = 0;  // of the context, definition or entry
  };
  std::unordered_map<std::uint32_t, StorePlace> store_places_;  // by address
  // By computation and address or place; and the addresses by computation.
  std::unordered_map<std::uint64_t, std::vector<values::AddressId>> published_, aliases_;
  std::unordered_map<std::uint32_t, std::vector<values::AddressId>> published_by_;
  std::unordered_map<std::uint64_t, ValueId> placed_;  // by place and value
  Dependencies dependencies_;
  std::vector<Computation> computations_;  // by node
  std::deque<Definition> definitions_;
  NodeId AddNode(Computation::Kind kind, std::uint32_t index);
  DefinitionId AddDefinition(Definition definition);
  static constexpr int kFreeRuns = 6, kJoinedRuns = 12, kWidenedRuns = 16;
  bool Replace(Ref& slot, Ref value, int runs);
  bool ReplaceHeap(Heap& known, Heap heap, int runs);
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
  bool diagnosing_ = false;           // the second pass: states do not change any more
  std::uint64_t never_returned_ = 0;  // calls whose callee does not return, as far as is known
  // The entry whose analysis begins.
  Symbol entry_label_;
  diag::Location entry_place_;

  std::deque<EntryRun> entry_runs_;
  std::vector<CallEdge> roots_;  // calls outside of contexts and entries, as in decorators

  struct PendingEntry {
    Entry entry;
    Ref target;
    Site site;
    Mode mode = {};
    bool called = false;
    bool in_loop = false;
  };
  std::vector<PendingEntry> pending_;
  struct Begun {
    Ref target;
    Symbol label;
    diag::Location place;
  };
  std::vector<Begun> begun_;  // the explicit entries so far
  std::vector<Hole> not_entered_;
  std::vector<Observation> outside_;  // of code that is not compiled
  std::vector<Entry> entries_;
};

}  // namespace graphmend::infer
