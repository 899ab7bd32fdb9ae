// How values of the fixpoint climb, what is known while a definition runs, budgets, flags, tensors.
#include <doctest/doctest.h>

#include "unit_fixture.h"

namespace graphmend::infer {
namespace {

TEST_CASE_FIXTURE(UnitFixture, "computations: a young value is replaced, an older one joined") {
  Ref slot;
  CHECK(unit.computations.Replace(slot, Int(1), 0));
  CHECK(unit.computations.Replace(slot, Tensor(), 1));
  CHECK(Same(slot, Tensor()));
  CHECK_FALSE(unit.computations.Replace(slot, Tensor(), 2));
  CHECK(unit.computations.Replace(slot, Int(1), Computations::kFreeRuns));
  CHECK(Same(slot, unit.values.Join(Tensor(), Int(1))));
  CHECK_FALSE(unit.computations.Replace(slot, Tensor(), Computations::kFreeRuns + 1));
}

TEST_CASE_FIXTURE(UnitFixture, "computations: what goes on changing is widened and settles") {
  Ref slot;
  std::vector<Ref> items;
  int last = 0;
  for (int run = 0; run < 60; ++run) {
    items.push_back(Int(run));
    if (unit.computations.Replace(slot, List(items), run)) last = run;
    CHECK(Below(List(items), slot));
  }
  CHECK(last < Computations::kJoinedRuns + 8);
}

TEST_CASE_FIXTURE(UnitFixture, "computations: a heap is replaced while it is young, then joined") {
  int graph = 0;
  const values::AddressId at = unit.values.addresses.Site(&graph, 1);
  auto heap = [&](Ref contents) {
    Heap made;
    made.Set(at, contents, {});
    return made;
  };
  Heap known;
  CHECK(unit.computations.ReplaceHeap(known, heap(List({Int(1)})), 0));
  CHECK_FALSE(unit.computations.ReplaceHeap(known, heap(List({Int(1)})), 1));
  CHECK(unit.computations.ReplaceHeap(known, heap(List({Tensor()})), 2));
  CHECK(Same(known.entries().begin()->contents, List({Tensor()})));
  CHECK(unit.computations.ReplaceHeap(known, heap(List({Int(1)})), Computations::kFreeRuns));
  CHECK(Below(List({Tensor()}), known.entries().begin()->contents));
  CHECK(Below(List({Int(1)}), known.entries().begin()->contents));
}

TEST_CASE_FIXTURE(UnitFixture, "definitions: a name is the join of what may define it") {
  const ParsedFile& file = Add("m.py",
                               "a = 1\na = 2\n"
                               "if unknown():\n    b = 1\nelse:\n    b = 's'\n"
                               "c = c_of_itself = 1\n"
                               "d = [d]\n");
  auto value = [&](std::string_view name) {
    return unit.definitions.GlobalValue(file, Name(name));
  };
  CHECK(Same(value("a"), Int(2)));
  CHECK(Below(Int(1), value("b")));
  CHECK_FALSE(Same(value("b"), Int(1)));
  CHECK_FALSE(value("nowhere").value);
  CHECK(value("d").value);  // comes to an end
  unit.definitions.StoreGlobal(file, Name("a"), Tensor());
  CHECK(Same(value("a"), unit.values.Join(Int(2), Tensor())));
}

TEST_CASE("budget: counted for each file") {
  Budget budget(2);
  CHECK(budget.Step());
  CHECK_FALSE(budget.IsUsedUp());
  CHECK_FALSE(budget.Step());
  CHECK(budget.IsUsedUp());
  budget.FinishFile(names::FileId(7));
  budget.StartFile();
  CHECK_FALSE(budget.IsUsedUp());
  CHECK(budget.Step());
  budget.FinishFile(names::FileId(8));
  CHECK(budget.all_steps() == 3);
  CHECK(budget.TakeUnfinished() == std::vector<names::FileId>{names::FileId(7)});
  budget.StepOutside(1'000'000);
  CHECK(budget.IsUsedUpOutside());
  budget.StartFile();
  CHECK_FALSE(budget.IsUsedUpOutside());
}

bool Nest(Budget& budget, int depth) {
  Nesting nesting(budget);
  return nesting && (depth == 0 || Nest(budget, depth - 1));
}

TEST_CASE("budget: nesting ends, and starts anew") {
  Budget budget(1);
  CHECK(Nest(budget, 100));
  CHECK_FALSE(Nest(budget, 1000));
  CHECK(Nest(budget, 100));
}

TEST_CASE_FIXTURE(UnitFixture, "flags: what a function patches ends with it, what it sets stays") {
  const Ref on{unit.values.Bool(true), {}}, open = Tensor();
  const FlagState::Saved outer = unit.flags.Save();
  unit.flags.SetDynamoFlag(Name("allow_rnn"), on);
  unit.flags.PatchDynamoFlag("capture_scalar_outputs", on);
  unit.flags.SetDynamoFlag(Name("no_such_flag"), on);
  auto is = [&](std::string_view name) {
    Site site;
    site.mode = Mode{.compiled = true, .flags = unit.flags.FlagsNow()};
    return unit.flags.DynamoFlag(name, site);
  };
  CHECK(is("allow_rnn") == Has::Certainly);
  CHECK(is("capture_scalar_outputs") == Has::Certainly);
  const DynamoFlags sets = unit.flags.Leave(outer);
  CHECK(sets.on == DynamoFlagBit("allow_rnn"));
  CHECK(is("capture_scalar_outputs") == Has::No);
  CHECK(is("allow_rnn") == Has::Certainly);
  unit.flags.SetDynamoFlag(Name("allow_rnn"), open);
  CHECK(is("allow_rnn") == Has::Maybe);
  unit.flags.StartFile();
  CHECK(is("allow_rnn") == Has::No);
}

TEST_CASE_FIXTURE(UnitFixture, "data: tensors, certain and possible") {
  const Ref none = unit.None(), maybe = unit.values.Join(Tensor(), Int(1));
  CHECK(unit.data.IsTensor(Tensor()) == Has::Certainly);
  CHECK(unit.data.IsTensor(unit.values.Join(Tensor(), none)) == Has::Certainly);
  CHECK(unit.data.IsTensor(maybe) == Has::Maybe);
  CHECK(unit.data.IsTensor(Int(1)) == Has::No);
  CHECK(unit.data.IsData(maybe, "x").conditions.size() == 1);
  CHECK(unit.data.IsData(Tensor(), "x").conditions.empty());
  CHECK(unit.data.HoldsTensor(List({Int(1), Tensor()})));
  CHECK_FALSE(unit.data.HoldsTensor(List({Int(1)})));
  const Ref text = unit.data.TextOf({Tensor()}, {});
  CHECK(unit.data.ShowsTensor(text));
  CHECK_FALSE(unit.data.ShowsTensor(unit.data.TextOf({Int(1)}, {})));
}

TEST_CASE_FIXTURE(UnitFixture, "open values: a demand is for good, and readers run again") {
  const std::uint32_t param = unit.open_values.ParamOf(CallableId(0), 1);
  CHECK(unit.open_values.ParamOf(CallableId(0), 1) == param);
  CHECK(unit.open_values.ParamOf(CallableId(0), 2) != param);
  const NodeId reader = unit.computations.AddNode(Computation::Kind::Location, 0);
  unit.dependencies.Enter(reader);
  CHECK_FALSE(unit.open_values.IsDemanded(param));
  unit.dependencies.Leave(reader);
  unit.open_values.Demand(param);
  CHECK_FALSE(unit.dependencies.empty());
  CHECK(unit.open_values.IsDemanded(param));
}

}  // namespace
}  // namespace graphmend::infer
