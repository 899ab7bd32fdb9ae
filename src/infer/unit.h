// The state of one unit of analysis, composed of its parts: each part keeps one kind of state and
// reaches the others through the unit. One thread, one unit; only the `Program` is shared.
//
//   store         places that outlive one call: fields, captured variables, stored globals
//   classes       classes, interned
//   callables     functions with what they close over, interned; stubs of library functions
//   definitions   what names at module and class level, expressions and annotations evaluate to
//   computations  what the nodes of the fixpoint stand for, and how their values climb
//   summaries     contexts and their summaries
//   calls         the transfer function of a call
//   instances     what calling a class makes
//   open_values   what source does not tell, and what uses demand of it
//   operations    transfer functions of attributes, items, iteration and operators
//   data          whether a value is a tensor or depends on the data of one
//   recorder      origins and observations
//   holes         what could not be followed
//   flags         Dynamo's flags, as the file sets them
//   entries       what is compiled, and how it is called
#pragma once

#include <initializer_list>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "infer/calls/callables.h"
#include "infer/calls/calls.h"
#include "infer/calls/instances.h"
#include "infer/calls/open_values.h"
#include "infer/calls/sequential_calls.h"
#include "infer/definitions/classes.h"
#include "infer/definitions/definitions.h"
#include "infer/diagnose/data.h"
#include "infer/diagnose/hole_log.h"
#include "infer/diagnose/recorder.h"
#include "infer/entries/entries.h"
#include "infer/entries/flag_state.h"
#include "infer/heap/store.h"
#include "infer/interpret/operations.h"
#include "infer/known_value.h"
#include "infer/options.h"
#include "infer/results.h"
#include "infer/summaries/budget.h"
#include "infer/summaries/computations.h"
#include "infer/summaries/dependencies.h"
#include "infer/summaries/summaries.h"

namespace graphmend::infer {

// Names that are looked up all the time.
struct WellKnown {
  explicit WellKnown(base::Interner& interner);
  Symbol init, post_init, forward, call, get, getattr, boolean, length, iter, getitem, contents;
};

// Values of instructions of a file that are asked for (`Analysis::Reveal`): of those that begin in
// `begin`, or, where there is a `cursor`, of the innermost around it.
struct RevealRequest {
  FileId file;
  source::Span begin;
  std::optional<std::uint32_t> cursor;
  std::vector<KnownValue>* out;

  // Whether the value of `span` is wanted; drops those that it is inside of.
  bool Takes(source::Span span);
};

class Unit : public values::Namer {
 public:
  Unit(const names::Program& program, const Options& options);
  ~Unit() override;

  const names::Program& program;
  const Options options;
  Values values;
  const WellKnown well_known;
  Budget budget;
  Dependencies dependencies;
  SequentialCalls sequentials;
  std::optional<RevealRequest> reveal;

  Store store{*this};
  Classes classes{*this};
  Callables callables{*this};
  Definitions definitions{*this};
  Computations computations{*this};
  Summaries summaries{*this};
  Calls calls{*this};
  Instances instances{*this};
  OpenValues open_values{*this};
  Operations operations{*this};
  Data data{*this};
  Recorder recorder{*this};
  HoleLog holes{*this};
  FlagState flags{*this};
  Entries entries{*this};

  // A file's share of the unit: budgets and context limits start anew.
  void StartFile();
  void FinishFile(FileId file) { budget.FinishFile(file); }
  UnitResult TakeResult();

  ClassInfo& Info(ClassId id) { return classes.Info(id); }
  ObjectInfo& Info(ObjectId id) { return store.Info(id); }
  const CallableInfo& Info(CallableId id) const { return callables.Info(id); }
  Context& Info(ContextId id) { return summaries.Info(id); }

  Symbol Intern(std::string_view text) const { return program.interner().Intern(text); }
  Ref UnknownRef(Why why, Symbol about = {});
  Ref OfLibrary(Why why, Symbol about = {});
  Ref None() const { return {values.none(), {}}; }
  Ref Bottom() const { return {values.bottom(), {}}; }
  Ref Guarded(values::PyType type) { return {values.Guard(type), {}}; }
  // A text that is computed; one of unknown content where it is too long: it may double each line.
  Ref Text(const std::string& text);
  const ParsedFile* File(FileId id);
  // The text of a file that need not be parsed, and whether it has one of the texts.
  std::string_view Bytes(FileId id);
  bool Mentions(FileId id, std::initializer_list<std::string_view> texts);
  // Whether it stands in a block that graphmend has written, which is known without being followed.
  bool IsKnownCode(const ParsedFile& file, source::Span span);
  Mode CurrentMode(const Site& site) const;

  std::string Name(ObjectId) const override;
  std::string Name(ClassId) const override;
  std::string Name(CallableId) const override;
  std::string Name(FileId) const override;

 private:
  const names::Program::Reader reader_{program};
  std::vector<bool> read_, searched_;                 // by file
  std::map<std::uint32_t, source::Span> known_code_;  // by file
};

}  // namespace graphmend::infer
