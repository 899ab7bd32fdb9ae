// What an analysis gives: what is compiled, what happens there, and what is known of expressions.
#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "infer/facts.h"
#include "infer/hole.h"
#include "infer/observation.h"
#include "infer/steps.h"
#include "names/program.h"

namespace graphmend::infer {

struct Entry {
  diag::Location location;  // the torch.compile call or decorator, or the assumed forward's name
  std::string target;       // qualified name of what is compiled: "pkg.mod.Model.forward"
  HowCompiled how;
  bool module = false;   // explicit, and an nn.Module whose forward is in view
  bool open = false;     // explicit, but what is compiled is not in view: any module may be
  bool unknown = false;  // nothing of what is compiled is known
  bool fullgraph = false;
  bool incomplete = false;  // some of what it reaches was not followed
  std::string options;      // other options as written: `mode="reduce-overhead"`
};

// Whether source compiles it; else whether it counts. LeftOut: source compiles something else.
enum class Group : std::uint8_t { Explicit, Assumed, LeftOut };

// Where what source compiles leads.
struct Lead {
  std::vector<diag::Location> forwards = {};          // compiled methods of modules: their names
  std::vector<const source::SourceFile*> files = {};  // that compile something that is in view
  bool into_module = false;

  void Add(Lead other);
};

// Of one unit: what comes out again unless one of the files in `read` and `searched` changes.
struct UnitResult {
  std::vector<Observation> observations;
  std::vector<Entry> entries;
  std::vector<Hole> holes;              // each place and reason once
  std::vector<FoundFact> facts;         // of the functions with observations
  std::vector<AssignedName> assigned;   // by compiled code; each once
  std::uint64_t steps = 0;              // instructions interpreted
  Group group = Group::Explicit;        // of what its entries are
  Lead lead;                            // where Explicit
  std::vector<names::FileId> read;      // files whose trees were asked for
  std::vector<names::FileId> searched;  // files of which the text was, by itself
  std::vector<names::FileId>
      unfinished;  // files whose analysis ran out of budget; said to the user
  struct Failure {
    names::FileId file;
    std::string message;
  };
  std::vector<Failure> failures;  // files at which graphmend itself failed (GM000)
};

// Values known at each instruction of a function, for `dump --stage=facts`, `why` and tests.
struct RevealedValue {
  diag::Location location;
  std::string value;  // printed abstract value
  std::vector<OriginStep> because;
};

}  // namespace graphmend::infer
