// Callables: each `def` or lambda together with what it closes over and its defaults, interned; and
// what is known of library functions, read from their stubs when first asked for.
#pragma once

#include <deque>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <unordered_map>
#include <unordered_set>
#include <utility>
#include <vector>

#include "infer/calls/call_arguments.h"
#include "infer/keys.h"
#include "infer/part.h"
#include "infer/site.h"
#include "models/stub_function.h"

namespace graphmend::infer {

struct CallableInfo {
  const ParsedFile* file = nullptr;
  syntax::FunctionId function;
  CellsId cells;
  ClassId owner;              // class in whose body the def stands
  std::vector<Ref> defaults;  // per parameter; None id: none
  bool made_inside = false;   // compiled code has executed the `def`
  bool is_stub = false;
};

class Callables : Part {
 public:
  explicit Callables(Unit& unit) : Part(unit) {}

  CallableId InternCallable(CallableInfo info);
  const CallableInfo& Info(CallableId id) const { return callables_[id.index]; }
  std::string QualifiedName(CallableId callable) const;

  // The stub in rules/stubs/overlay that says something of a library's module; null: none does.
  const ParsedFile* OverlayOf(const ParsedFile& file);
  // The stub that speaks for a library's function in place of its source: the function of its name
  // in rules/stubs/overlay. None: its source speaks.
  CallableId SpokenForBy(CallableId callable);
  // torch.no_grad or the like decorates it.
  bool RunsInGradMode(CallableId f);
  const models::StubFunction& Stub(CallableId callable);
  const std::string& StubName(CallableId callable);  // "torch.Tensor.item", made once
  Ref StubReturn(CallableId callable);

  // functools.wraps notes of a function what it stands for: its `__wrapped__`. None: nothing.
  void StandsFor(CallableId wrapper, Ref wrapped);
  Ref WrappedBy(CallableId wrapper) const;

  // The file tells Dynamo to move calls of this behind the graph, or to drop them.
  void Reorder(const ParsedFile* file, CallableId f) { reordered_.insert({file, f.index}); }
  void Ignore(const ParsedFile* file, CallableId f) { ignored_.insert({file, f.index}); }
  bool Silenced(CallableId f, const BoundArguments& bound, const Site& site);
  void MakeContextManager(CallableId f) { context_managers_.insert(f.index); }
  bool IsContextManager(CallableId f) const { return context_managers_.contains(f.index); }

 private:
  std::deque<CallableInfo> callables_;
  Table<std::uint32_t> callable_table_;
  std::unordered_map<std::uint32_t, std::unique_ptr<models::StubFunction>> stubs_;
  std::unordered_map<std::uint32_t, Ref> stub_returns_;
  std::unordered_map<std::uint32_t, std::optional<FileId>> overlays_;  // by file
  std::unordered_map<std::uint32_t, std::string> stub_names_;
  std::unordered_map<std::uint32_t, bool> in_grad_mode_;
  std::unordered_map<std::uint32_t, Ref> wrapped_;  // by wrapper
  // Stub functions that the analysed file hands to Dynamo's logging settings.
  std::set<std::pair<const ParsedFile*, std::uint32_t>> reordered_, ignored_;
  std::unordered_set<std::uint32_t> context_managers_;  // functions under @contextmanager
};

}  // namespace graphmend::infer
