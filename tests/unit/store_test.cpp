// The store: joins, strong and weak, widening of a place, captured variables, aliases.
#include <doctest/doctest.h>

#include "unit_fixture.h"

namespace graphmend::infer {
namespace {

TEST_CASE_FIXTURE(UnitFixture, "store: objects of one class with equal keys are one") {
  const ClassId a = unit.classes.NamedTupleClass(Name("A"), {});
  const ClassId b = unit.classes.NamedTupleClass(Name("B"), {});
  const ObjectId one = unit.store.InternObject(a, {unit.values.Int(1)});
  CHECK(unit.store.InternObject(a, {unit.values.Int(1)}) == one);
  CHECK(unit.store.InternObject(a, {unit.values.Int(2)}) != one);
  CHECK(unit.store.InternObject(b, {unit.values.Int(1)}) != one);
  CHECK(unit.store.Info(one).cls == a);
}

TEST_CASE_FIXTURE(UnitFixture, "store: writes of a field are joined, each with its own field") {
  const ObjectId object = Object("A"), other = Object("B");
  const Symbol x = Name("x");
  CHECK_FALSE(unit.store.Field(object, x).value);
  unit.store.StoreField(object, x, Int(1));
  CHECK(Same(unit.store.Field(object, x), Int(1)));
  unit.store.StoreField(object, x, Tensor());
  CHECK(Same(unit.store.Field(object, x), unit.values.Join(Int(1), Tensor())));
  CHECK_FALSE(unit.store.Field(object, Name("y")).value);
  CHECK_FALSE(unit.store.Field(other, x).value);
}

TEST_CASE_FIXTURE(UnitFixture,
                  "store: who asks which fields there are is asked again for new ones") {
  const ObjectId object = Object("A");
  unit.store.StoreField(object, Name("b"), Int(1));
  unit.store.StoreContents(object, Int(2));
  CHECK_FALSE(unit.store.Field(object, Name("read")).value);
  const NodeId reader = unit.computations.AddNode(Computation::Kind::Location, 0);
  unit.dependencies.Enter(reader);
  CHECK(unit.store.FieldNames(object) == std::vector{Name("b")});
  unit.dependencies.Leave(reader);
  const std::uint64_t before = unit.dependencies.computations();
  unit.store.StoreField(object, Name("b"), Tensor());
  unit.dependencies.Settle(NodeId(0));
  CHECK(unit.dependencies.computations() == before);
  unit.store.StoreField(object, Name("a"), Int(1));
  unit.dependencies.Settle(NodeId(0));
  CHECK(unit.dependencies.computations() == before + 1);
  CHECK(unit.store.FieldNames(object) == std::vector{Name("a"), Name("b")});
}

TEST_CASE_FIXTURE(UnitFixture, "store: what a value carries of a field hides what the store has") {
  const ObjectId object = Object("A");
  const Symbol x = Name("x");
  unit.store.StoreField(object, x, Tensor());
  auto with = [&](std::vector<values::FieldEntry> fields) {
    return Ref{unit.values.Intern(values::Object{object, {}, std::move(fields)}), {}};
  };
  CHECK(Same(unit.store.FieldOf(with({}), x).value, Tensor()));
  CHECK(Same(unit.store.FieldOf(with({{.name = x, .value = Int(1)}}), x).value, Int(1)));

  const FieldValue deleted = unit.store.FieldOf(with({{.name = x, .value = {}}}), x);
  CHECK_FALSE(deleted.value.value);
  CHECK(deleted.deleted);

  const FieldValue maybe = unit.store.FieldOf(with({{.name = x, .value = {}, .maybe = true}}), x);
  CHECK(Same(maybe.value, Tensor()));
  CHECK_FALSE(maybe.deleted);
  CHECK(maybe.maybe_deleted);
}

TEST_CASE_FIXTURE(UnitFixture, "store: a place that goes on growing is widened and settles") {
  Location place;
  int changes = 0;
  std::vector<Ref> items;
  for (int i = 0; i < 60; ++i) {
    items.push_back(Int(i));
    const Ref before = place.value, written = List(items);
    changes += unit.store.Grow(place, written);
    CHECK(Below(written, place.value));
    if (before.value) CHECK(Below(before, place.value));
  }
  CHECK(changes < 20);
  CHECK_FALSE(unit.store.Grow(place, List(items)));
}

TEST_CASE_FIXTURE(UnitFixture, "store: readers of a place run again when it grows") {
  const ObjectId object = Object("A");
  const Symbol x = Name("x");
  const NodeId reader = unit.computations.AddNode(Computation::Kind::Location, 0);
  unit.dependencies.Enter(reader);
  unit.store.Field(object, x);
  unit.dependencies.Leave(reader);
  CHECK(unit.dependencies.empty());
  unit.store.StoreField(object, x, Int(1));
  CHECK_FALSE(unit.dependencies.empty());
  unit.dependencies.Settle(NodeId(0));
  unit.store.StoreField(object, x, Int(1));  // nothing new
  CHECK(unit.dependencies.empty());
}

TEST_CASE_FIXTURE(UnitFixture, "store: captured variables are found in the innermost cells") {
  const names::ScopeId outer_scope(1), inner_scope(2);
  const Symbol x = Name("x"), y = Name("y");
  const CellsId outer = unit.store.AddCells({}, outer_scope);
  const CellsId inner = unit.store.AddCells(outer, inner_scope);
  unit.store.Capture(outer, outer_scope, x, Int(1));
  unit.store.Capture(outer, outer_scope, y, Int(2));
  CHECK(Same(unit.store.CellValue(inner, x), Int(1)));
  unit.store.Capture(inner, inner_scope, x, Tensor());
  CHECK(Same(unit.store.CellValue(inner, x), Tensor()));
  CHECK(Same(unit.store.CellValue(outer, x), Int(1)));
  // The cells are another scope's: nothing is captured.
  unit.store.Capture(inner, outer_scope, y, Tensor());
  CHECK(Same(unit.store.CellValue(inner, y), Int(2)));
  // `nonlocal y; y = 3`
  unit.store.StoreCaptured(inner, y, Int(3));
  CHECK(Same(unit.store.CellValue(outer, y), unit.values.Join(Int(2), Int(3))));
  unit.store.StoreCaptured(inner, Name("nowhere"), Int(3));
  CHECK(unit.store.FindCell(inner, Name("nowhere")) == nullptr);
}

TEST_CASE_FIXTURE(UnitFixture, "store: a list at two places changes at both") {
  const ObjectId one = Object("A"), two = Object("B"), other = Object("C");
  const Symbol x = Name("x");
  int graph = 0;
  const values::AddressId address = unit.values.addresses.Site(&graph, 1);
  const Ref list{unit.values.WithAddress(List({Int(1)}).value, address), {}};
  unit.store.StoreField(one, x, list);
  unit.store.StoreField(two, x, list);
  unit.store.StoreField(other, x, List({Int(1)}));
  CHECK(unit.store.PublishedAs(address, {}).size() == 2);
  const Ref grown = List({Int(1), Tensor()});
  unit.store.Publish(address, grown, {});
  CHECK(Below(grown, unit.store.Field(one, x)));
  CHECK(Below(grown, unit.store.Field(two, x)));
  CHECK_FALSE(Below(grown, unit.store.Field(other, x)));
}

TEST_CASE_FIXTURE(UnitFixture, "store: what is loaded has the address of its place") {
  const ObjectId one = Object("A"), two = Object("B");
  const Symbol x = Name("x");
  unit.store.StoreField(one, x, List({Int(1)}));
  const Ref loaded = unit.store.Field(one, x);
  const values::AddressId place = unit.store.AddressOf(StoreKind::Field, one.index, x);
  CHECK(unit.values.AddressOf(loaded.value) == place);
  // It is written to another place: from now on it is at both.
  unit.store.StoreField(two, x, loaded);
  REQUIRE(unit.store.PublishedAs(place, {}).size() == 1);
  CHECK(unit.store.PublishedAs(place, {})[0] ==
        unit.store.AddressOf(StoreKind::Field, two.index, x));
  unit.store.Publish(place, List({Tensor()}), {});
  CHECK(Below(List({Tensor()}), unit.store.Field(one, x)));
  CHECK(Below(List({Tensor()}), unit.store.Field(two, x)));
}

}  // namespace
}  // namespace graphmend::infer
