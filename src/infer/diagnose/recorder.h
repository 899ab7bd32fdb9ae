// What is said of the program: where values come from, and what is observed in the second pass over
// the converged states. While states still grow, an observation only marks its block as one to look
// at again.
#pragma once

#include <optional>
#include <string>
#include <string_view>
#include <unordered_map>
#include <utility>
#include <vector>

#include "infer/calls/call_arguments.h"
#include "infer/diagnose/origins.h"
#include "infer/facts.h"
#include "infer/observation.h"
#include "infer/part.h"
#include "infer/summaries/context.h"

namespace graphmend::infer {

class BreakPoints;

class Recorder : Part {
 public:
  explicit Recorder(Unit& unit) : Part(unit) {}

  // ---- origins (observe.cpp) ----
  // `outside`: the code at `span` is not compiled.
  OriginId AddOrigin(OriginKind kind, const ParsedFile* file, Span span, Symbol detail,
                     OriginId parent, bool outside = false);
  Ref TensorRef(values::Tensor tensor, OriginKind kind, const Site& site, Symbol detail,
                OriginId parent);
  // Whether a tensor was computed, and did not come in as it is.
  bool MadeHere(OriginId origin) const;
  // Whether what it was computed of ends with the result of `detach`, a function's qualified name,
  // or with what was made of no tensor.
  bool MadeWithoutGrad(OriginId origin, std::string_view detach) const;
  // Behind this instruction no frame is resumed; a comprehension is a call, whatever is in it.
  static void NeverResumes(Observation* seen, const Site& site);
  // Whether it is certainly an instance of a class that was called outside of compiled code.
  bool MadeOutside(Ref value) const;
  // Whether it is an instance that the call there has made.
  bool MadeAt(Ref instance, const Site& site) const;
  bool IsMade(Ref value) const;  // an instance, by a call of its class that is in view
  // Where in this file the call is that compiled code has made an instance by.
  std::optional<Span> ConstructedAt(Ref instance, const ParsedFile& file) const;
  // Whether a tensor came in as it is: passed by who calls the compiled code, or made outside of
  // it. Maybe: an attribute, such as `x.grad`.
  Has ComesIn(OriginId origin) const;
  // The way that a value has come, from its beginning.
  std::vector<OriginStep> ReasonChain(OriginId origin) const;
  // ---- observations (observe.cpp, hazards.cpp, untraced_reads.cpp) ----
  // Null when nothing is recorded here; else good until the next one.
  Observation* Observe(observed::Any what, const Site& site, Ref value,
                       std::vector<std::string> gb_ids, OpenConditions conditions = {});
  void ObserveCompile(observed::Any what, const Site& site);  // of code that is not compiled
  void ObserveInputMutation(Ref tensor, const Site& site);
  void ObserveRead(Ref value, const Site& site);  // of an object that no frame may read
  void ObserveDeviceCopy(std::string_view name, models::Traits traits, const BoundArguments& bound,
                         const Arguments& args, const Site& site);
  std::string SourceText(const Site& site, std::size_t limit = 60) const;
  // Since where the graph of this context has the value that is observed; nothing: it may be an
  // input of the graph.
  std::optional<Span> MadeInGraph(ContextId id, const Observation& o,
                                  const BreakPoints& breaks) const;
  // Whether something in this part of the function, or in what it calls there, computes a tensor.
  // So many contexts are looked at; beyond, nothing is taken to.
  bool Computes(ContextId id, Span part, int& left) const;
  // ---- the end (second_pass.cpp, own_frames.cpp, earlier_breaks.cpp, facts.cpp) ----
  // Observes what there is to observe once everything has settled.
  void Diagnose();
  bool diagnosing() const { return diagnosing_; }  // states do not change any more
  void ExportFacts(std::vector<FoundFact>& out);
  // That compiled code assigns an attribute of the class or module, or of a value that may be one.
  void NoteAssigned(Ref owner, Symbol attribute);
  void NoteAssignedGlobal(names::FileId module, Symbol name);
  const std::set<AssignedName>& assigned() const { return assigned_; }
  std::vector<Observation> TakeObservations();

 private:
  void ObserveUnreadable(Ref value, const values::Tensor& tensor, const Site& site);
  std::vector<CallStep> CallersOf(ContextId context) const;
  void SettleOwnFrames(ContextId id, BreakPoints& breaks);
  std::optional<OpenConditions> OwnFrame(ContextId context, BreakPoints& breaks) const;
  void ApplyEarlierBreaks(ContextId id, const BreakPoints& breaks);
  bool MaySeeTensor(ContextId context) const;
  bool IsLeftToPython(ContextId context, const BreakPoints& breaks,
                      std::unordered_map<std::uint32_t, bool>& known, int depth = 0) const;
  void DropLeftToPython(const BreakPoints& breaks);
  std::optional<Span> ComputedAt(ContextId id, OriginId origin) const;
  bool ComesThroughBreak(ContextId id, OriginId origin, const BreakPoints& breaks) const;
  bool ComesFromCaller(ContextId id, OriginId origin, const BreakPoints& breaks) const;

  Origins origins_;
  std::vector<Observation> outside_;  // of code that is not compiled
  std::set<AssignedName> assigned_;
  bool diagnosing_ = false;
};

}  // namespace graphmend::infer
