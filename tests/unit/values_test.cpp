// The laws of the lattice, over generated values: join commutes, associates and is idempotent (up
// to the order in which constants are met), every value is below its joins, chains are finite.
#include <random>
#include <span>
#include <vector>

#include <doctest/doctest.h>

#include "base/symbol.h"
#include "values/value.h"

namespace graphmend::values {
namespace {

struct NoNames : Namer {
  std::string Name(ObjectId id) const override { return "object" + std::to_string(id.index); }
  std::string Name(ClassId id) const override { return "class" + std::to_string(id.index); }
  std::string Name(CallableId id) const override { return "function" + std::to_string(id.index); }
  std::string Name(names::FileId id) const override { return "module" + std::to_string(id.index); }
};

class Generator {
 public:
  Generator(Values& values, base::Interner& interner, unsigned seed)
      : values_(values), interner_(interner), random_(seed) {}

  Ref Make(int depth = 0) {
    switch (Pick(depth < 2 ? 12 : 8)) {
      case 0: return {values_.none(), {}};
      case 1: return {values_.Bool(Pick(2) == 0), {}};
      case 2: return {values_.Int(Pick(3)), {}};
      case 3: return {values_.Str(interner_.Intern(Pick(2) ? "a" : "b")), {}};
      case 4: return {values_.Guard(static_cast<PyType>(Pick(4))), {}};
      case 5:
        return {values_.Intern(Tensor{.dtype = static_cast<DType>(Pick(4)),
                                      .rank = static_cast<std::int8_t>(Pick(4) - 1)}),
                {}};
      case 6: return {values_.Intern(Object{ObjectId(static_cast<std::uint32_t>(Pick(3)))}), {}};
      case 7:
        return Pick(2) ? Ref{values_.UnknownBecause(Why::Unsaid), {}} : Ref{values_.bottom(), {}};
      case 8: return {values_.SequenceOf(static_cast<SequenceKind>(Pick(2)), Make(depth + 1)), {}};
      case 9:
      case 10: {
        std::vector<Ref> items;
        for (int n = Pick(3); n > 0; --n) items.push_back(Make(depth + 1));
        return {values_.Sequence_(static_cast<SequenceKind>(Pick(2)), std::move(items)), {}};
      }
      default: {
        Dict dict;
        dict.entries.push_back({values_.Int(Pick(2)), Make(depth + 1), false});
        return {values_.Intern(std::move(dict)), {}};
      }
    }
  }

  int Pick(int n) { return static_cast<int>(random_() % static_cast<unsigned>(n)); }

 private:
  Values& values_;
  base::Interner& interner_;
  std::mt19937 random_;
};

std::string Show(const Values& values, Ref r) { return values.Print(r.value, NoNames()); }

}  // namespace

TEST_CASE("why a value is unknown is shown, and does not make it another value") {
  base::Interner interner;
  Values values;
  const ValueId declared = values.UnknownBecause(Why::NotDeclared, interner.Intern("x"));
  CHECK(values.Print(declared, NoNames()) == "Unknown(parameter x is not declared)");
  CHECK(values.Print(values.UnknownBecause(Why::Unsaid), NoNames()) == "Unknown");
  CHECK(values.Same(declared, values.UnknownBecause(Why::Budget)));
}

TEST_CASE("join is idempotent, commutes and is an upper bound") {
  base::Interner interner;
  Values values;
  Generator generate(values, interner, 1);
  for (int i = 0; i < 4000; ++i) {
    Ref a = generate.Make(), b = generate.Make();
    INFO(Show(values, a) << "  with  " << Show(values, b));
    CHECK(values.Same(values.Join(a, a).value, a.value));
    CHECK(values.Same(values.Join(a, b).value, values.Join(b, a).value));
    CHECK(values.Below(a, values.Join(a, b)));
    CHECK(values.Below(b, values.Join(a, b)));
    CHECK(values.Same(values.Join({values.bottom(), {}}, a).value, a.value));
  }
}

TEST_CASE("join associates on values without containers") {
  base::Interner interner;
  Values values;
  Generator generate(values, interner, 2);
  for (int i = 0; i < 4000; ++i) {
    Ref a = generate.Make(2), b = generate.Make(2), c = generate.Make(2);
    INFO(Show(values, a) << "  with  " << Show(values, b) << "  with  " << Show(values, c));
    CHECK(values.Same(values.Join(values.Join(a, b), c).value,
                      values.Join(a, values.Join(b, c)).value));
  }
}

TEST_CASE("ascending chains end") {
  base::Interner interner;
  Values values;
  for (unsigned seed = 0; seed < 40; ++seed) {
    Generator generate(values, interner, seed);
    Ref top{values.bottom(), {}};
    int changes = 0;
    for (int i = 0; i < 2000; ++i) changes += values.JoinInto(top, generate.Make());
    INFO(Show(values, top));
    CHECK(changes < 300);
  }
}

TEST_CASE("widening gives an upper bound of both, and says whether it changed anything") {
  base::Interner interner;
  Values values;
  Generator generate(values, interner, 3);
  for (int i = 0; i < 4000; ++i) {
    Ref a = generate.Make(), b = generate.Make();
    const Values::Widened widened = values.Widen(a, b);
    INFO(Show(values, a) << "  with  " << Show(values, b) << "  is  "
                         << Show(values, widened.value));
    CHECK(values.Below(a, widened.value));
    CHECK(values.Below(b, widened.value));
    CHECK((widened.effect == Effect::Unchanged) == values.Same(a.value, widened.value.value));
  }
}

TEST_CASE("chains of widening end after a few steps, where chains of joins climb") {
  base::Interner interner;
  Values values;
  for (unsigned seed = 0; seed < 40; ++seed) {
    Generator generate(values, interner, seed);
    Ref top{values.bottom(), {}};
    int changes = 0;
    for (int i = 0; i < 2000; ++i) {
      const Values::Widened widened = values.Widen(top, generate.Make());
      changes += widened.effect == Effect::Changed;
      top = widened.value;
    }
    INFO(Show(values, top));
    CHECK(changes < 40);
  }
  // A list that is one longer in each round.
  Ref joined{values.Sequence_(SequenceKind::List, {}), {}}, widened = joined;
  int widenings = 0;
  for (std::size_t n = 1; n < 30; ++n) {
    const Ref longer{values.Sequence_(SequenceKind::List, std::vector<Ref>(n, joined)), {}};
    const Values::Widened next = values.Widen(widened, longer);
    widenings += next.effect == Effect::Changed;
    widened = next.value;
  }
  CHECK(widenings <= 3);
  // A dict that gets another key in each round.
  widened = {values.Intern(Dict{}), {}};
  widenings = 0;
  for (int n = 0; n < 30; ++n) {
    Dict dict;
    dict.entries.push_back({values.Int(n), {values.none(), {}}, false});
    const Values::Widened next = values.Widen(widened, {values.Intern(std::move(dict)), {}});
    widenings += next.effect == Effect::Changed;
    widened = next.value;
  }
  CHECK(widenings <= 3);
}

TEST_CASE("a dict with other keys covers an entry of another dict where its values do") {
  base::Interner interner;
  Values values;
  const Ref key{values.Str(interner.Intern("a")), {}}, tensor{values.Intern(Tensor{}), {}};
  Dict named;
  named.entries.push_back({key.value, tensor, false});
  auto open = [&](Ref value) {
    Dict dict;
    dict.open = true;
    dict.other_key = {values.Guard(PyType::Str), {}};
    dict.other_value = value;
    return Ref{values.Intern(std::move(dict)), {}};
  };
  const Ref one{values.Intern(named), {}}, numbers = open({values.Guard(PyType::Int), {}});
  for (const Ref joined : {values.Join(one, numbers), values.Join(numbers, one)}) {
    const auto* dict = values.If<Dict>(joined);
    REQUIRE(dict);
    REQUIRE(dict->entries.size() == 1);
    CHECK(dict->entries[0].value.value == tensor.value);
    CHECK(dict->entries[0].maybe);
  }
}

TEST_CASE("containers that may be one of two have both addresses") {
  base::Interner interner;
  Values values;
  const int graph = 0;
  const AddressId a = values.addresses.Site(&graph, 1), b = values.addresses.Site(&graph, 2);
  const Ref one{values.WithAddress(values.Sequence_(SequenceKind::List, {}), a), {}},
      two{values.WithAddress(values.Sequence_(SequenceKind::List, {}), b), {}};
  const Ref joined = values.Join(one, two);
  const std::span<const AddressId> members =
      values.addresses.Members(values.AddressOf(joined.value));
  CHECK(std::vector(members.begin(), members.end()) == std::vector{a, b});
  CHECK(values.addresses.Members(a).front() == a);
  CHECK_FALSE(values.addresses.IsOne(values.AddressOf(joined.value)));
  CHECK(values.addresses.IsOne(values.AddressOf(values.Join(one, one).value)));
  CHECK_FALSE(values.HoldsAddress(values.WithoutAddresses(joined.value)));
}

TEST_CASE("a value tells which addresses it holds, at any depth") {
  Values values;
  const int graph = 0;
  const AddressId a = values.addresses.Site(&graph, 1), b = values.addresses.Site(&graph, 2);
  auto list = [&](std::vector<Ref> items, AddressId at) {
    return Ref{values.WithAddress(values.Sequence_(SequenceKind::List, std::move(items)), at), {}};
  };
  const Ref inner = list({}, b), outer = list({inner}, a);
  CHECK(values.MayHold(outer.value, a));
  CHECK(values.MayHold(outer.value, b));
  CHECK_FALSE(values.MayHold(inner.value, a));
  CHECK(values.MayHoldAny(outer.value, [&](AddressId at) { return at == b; }));
  CHECK_FALSE(values.MayHoldAny(inner.value, [&](AddressId at) { return at == a; }));
  CHECK_FALSE(values.HoldsAddress(values.Int(1)));
  const ValueId moved =
      values.MapAddresses(outer.value, [&](AddressId at) { return at == b ? a : at; });
  CHECK_FALSE(values.MayHold(moved, b));
}

TEST_CASE("sets of addresses: a set that is too large may have each") {
  Addresses addresses;
  AddressSets sets;
  AddressSets::Id all = AddressSets::kNone;
  std::vector<AddressId> known;
  for (std::uint32_t i = 0; i < 200 && all != AddressSets::kMany; ++i) {
    known.push_back(addresses.Formal(i, false));
    all = sets.Union(all, sets.Of({&known.back(), 1}));
    for (AddressId one : known) CHECK(sets.MayHave(all, one));
    if (all != AddressSets::kMany) CHECK_FALSE(sets.MayHave(all, addresses.Formal(1000, false)));
  }
  CHECK(all == AddressSets::kMany);
  CHECK(sets.Union(all, sets.Of({&known[0], 1})) == AddressSets::kMany);
  CHECK(sets.MayHave(all, addresses.Formal(1000, false)));
  CHECK(sets.Of(known) == AddressSets::kMany);
  const AddressSets::Id first = sets.Of({known.data(), 2});
  CHECK(sets.Union(sets.Of({&known[0], 1}), sets.Of({&known[1], 1})) == first);
}

TEST_CASE("what is bare gets an address, and what is in it those nested there") {
  base::Interner interner;
  Values values;
  const int graph = 0;
  const AddressId site = values.addresses.Site(&graph, 1);
  const Ref inner{values.Sequence_(SequenceKind::List, {}), {}};
  const ValueId bare = values.Sequence_(SequenceKind::Tuple, {inner, inner});
  CHECK(values.HoldsBare(bare));
  const ValueId placed = values.Place(bare, site);
  CHECK_FALSE(values.HoldsBare(placed));
  const auto& items = values.If<Sequence>(placed)->items;
  CHECK(values.AddressOf(items[0].value) != values.AddressOf(items[1].value));
}

TEST_CASE("constants of one type join to the type, a growing tuple to its elements") {
  base::Interner interner;
  Values values;
  CHECK(Show(values, values.Join({values.Int(1), {}}, {values.Int(2), {}})) == "int");
  Ref none{values.none(), {}}, tensor{values.Intern(Tensor{}), {}};
  CHECK(Show(values, values.Join(tensor, none)) == Show(values, values.Join(none, tensor)));
  Ref one{values.Sequence_(SequenceKind::Tuple, {tensor}), {}},
      two{values.Sequence_(SequenceKind::Tuple, {tensor, tensor}), {}};
  CHECK(Show(values, values.Join(one, two)) == "tuple[Tensor, ...]");
}

TEST_CASE("what is compared has no origins in it") {
  base::Interner interner;
  Values values;
  Ref here{values.Intern(Tensor{}), OriginId(1)}, there{values.Intern(Tensor{}), OriginId(2)};
  ValueId a = values.Sequence_(SequenceKind::Tuple, {here}),
          b = values.Sequence_(SequenceKind::Tuple, {there});
  CHECK(a != b);
  CHECK(values.Same(a, b));
}

}  // namespace graphmend::values
