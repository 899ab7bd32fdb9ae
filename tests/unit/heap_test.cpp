// The heap of one environment, and the edges between computations.
#include <map>
#include <vector>

#include <doctest/doctest.h>

#include "infer/heap/heap.h"
#include "infer/heap/renaming.h"
#include "infer/summaries/dependencies.h"

namespace graphmend::infer {
namespace {

using values::AddressId;
using values::Ref;
using values::SequenceKind;
using values::Values;

struct Lists {
  Values values;
  int graph = 0;
  AddressId a = values.addresses.Site(&graph, 1), b = values.addresses.Site(&graph, 2);

  Ref List(AddressId at, std::vector<Ref> items) {
    return {values.WithAddress(values.Sequence_(SequenceKind::List, std::move(items)), at), {}};
  }
  Ref Int(int i) { return {values.Int(i), {}}; }
};

TEST_CASE("heap: a snapshot is brought up to date, also inside of others") {
  Lists l;
  const Ref empty = l.List(l.a, {}), outer = l.List(l.b, {empty});
  Heap heap;
  std::uint64_t parts = 0;
  CHECK(heap.Refresh(outer, l.values, parts).value == outer.value);
  heap.Set(l.a, l.List(l.a, {l.Int(1)}), empty);
  const Ref now = heap.Refresh(outer, l.values, parts);
  CHECK(now.value == l.List(l.b, {l.List(l.a, {l.Int(1)})}).value);
}

TEST_CASE("heap: where one side did not write, what was there before is joined") {
  Lists l;
  const Ref before = l.List(l.a, {}), after = l.List(l.a, {l.Int(1)});
  Heap written, untouched;
  written.Set(l.a, after, before);
  const Ref both = l.values.Join(before, after);
  Heap left = written, right = untouched;
  CHECK(left.JoinWith(untouched, l.values, Heap::Merge::Join));
  CHECK(right.JoinWith(written, l.values, Heap::Merge::Join));
  CHECK(left.Find(l.a)->contents.value == both.value);
  CHECK(right.Find(l.a)->contents.value == both.value);
  CHECK_FALSE(left.JoinWith(right, l.values, Heap::Merge::Join));
}

TEST_CASE("heap: copies are apart once one is written to") {
  Lists l;
  Heap first;
  first.Set(l.a, l.List(l.a, {}), l.List(l.a, {}));
  Heap second = first;
  second.Set(l.a, l.List(l.a, {l.Int(1)}), l.List(l.a, {}));
  CHECK(first.Find(l.a)->contents.value == l.List(l.a, {}).value);
}

TEST_CASE("heap: what holds itself has a finite snapshot") {
  Lists l;
  Heap heap;
  const Ref empty = l.List(l.a, {});
  heap.Set(l.a, l.List(l.a, {empty}), empty);
  std::uint64_t parts = 0;
  const auto* s = l.values.If<values::Sequence>(heap.Refresh(empty, l.values, parts));
  REQUIRE(s);
  CHECK(l.values.If<values::Unknown>(s->items[0]));
}

TEST_CASE("renaming: one list passed twice is one list in the callee, and comes back as itself") {
  Lists l;
  const Ref xs = l.List(l.a, {}), ys = l.List(l.b, {});
  std::vector<Ref> arguments = {xs, xs, ys};
  Renaming renaming(&l.graph, 7);
  renaming.Enter(l.values, arguments);
  CHECK(arguments[0].value == arguments[1].value);
  CHECK(arguments[0].value != arguments[2].value);
  CHECK(l.values.AddressOf(arguments[0].value) != l.a);
  CHECK(renaming.Leave(l.values, arguments[2]).value == ys.value);
  // What the callee makes is named after the call: another call makes another.
  const int callee = 0;
  const Ref made = l.List(l.values.addresses.Site(&callee, 3), {});
  const Renaming other(&l.graph, 8);
  CHECK(renaming.Leave(l.values, made).value != other.Leave(l.values, made).value);
  CHECK_FALSE(renaming.ActualOf(l.values, l.values.AddressOf(made.value)));
}

// Values that are computed from one another: each is its own number and those of what it reads.
struct Sums {
  std::vector<std::vector<int>> reads;
  std::vector<int> own, value, runs;
  std::vector<NodeId> nodes;
  Dependencies dependencies{[this](NodeId node) { Run(static_cast<int>(node.index)); }};

  explicit Sums(std::vector<std::vector<int>> edges) : reads(std::move(edges)) {
    for (std::size_t i = 0; i < reads.size(); ++i) nodes.push_back(dependencies.Add());
    own.assign(reads.size(), 0);
    value = runs = own;
  }
  int Read(int i) {
    if (runs[i] == 0 && !dependencies.IsRunning(nodes[i])) {
      Run(i);
      dependencies.Settle(nodes[i]);
    }
    dependencies.Read(nodes[i]);
    return value[i];
  }
  void Run(int i) {
    ++runs[i];
    dependencies.Enter(nodes[i]);
    int sum = own[i];
    for (int read : reads[i]) sum |= Read(read);  // a lattice of bits
    dependencies.Leave(nodes[i]);
    if (sum == value[i]) return;
    value[i] = sum;
    dependencies.Changed(nodes[i]);
  }
};

TEST_CASE("dependencies: a cycle comes to the same wherever it is entered") {
  for (int entry = 0; entry < 3; ++entry) {
    Sums sums({{1}, {2}, {0}});
    sums.own = {1, 2, 4};
    sums.Read(entry);
    sums.dependencies.Settle(NodeId(0));
    CHECK(sums.value == std::vector{7, 7, 7});
  }
}

TEST_CASE("dependencies: readers are computed again when a value changes, and nobody else") {
  Sums sums({{1}, {}, {}});
  sums.own = {1, 2, 4};
  sums.Read(0);
  sums.Read(2);
  const std::vector<int> before = sums.runs;
  sums.own[1] = 8;
  sums.dependencies.Queue(sums.nodes[1]);
  sums.dependencies.Settle(NodeId(0));
  CHECK(sums.value == std::vector{9, 8, 4});
  CHECK(sums.runs[0] == before[0] + 1);
  CHECK(sums.runs[2] == before[2]);
  CHECK(sums.dependencies.empty());
}

TEST_CASE("dependencies: what constructs an object is not computed again for its own stores") {
  const values::ObjectId object(3), other(4);
  for (const values::ObjectId stored : {object, other}) {
    int runs = 0;
    NodeId field, constructor;
    Dependencies dependencies{[&](NodeId) { ++runs; }};
    field = dependencies.Add(), constructor = dependencies.Add();
    dependencies.Enter(constructor, object);
    dependencies.Read(field);
    dependencies.FieldChanged(field, stored);
    dependencies.Leave(constructor);
    dependencies.Settle(NodeId(0));
    CHECK(runs == (stored == object ? 0 : 1));
    // What somebody else stores later counts all the same.
    dependencies.FieldChanged(field, stored);
    dependencies.Settle(NodeId(0));
    CHECK(runs == (stored == object ? 1 : 2));
  }
}

}  // namespace
}  // namespace graphmend::infer
