// Classes and callables: interning, method resolution order, the first class that names an
// attribute.
#include <doctest/doctest.h>

#include "syntax/qualified_name.h"
#include "unit_fixture.h"

namespace graphmend::infer {
namespace {

constexpr const char* kClasses = R"(
class A:
    x = 1
    z = 1
class B(A):
    y = 2
class C(B):
    x = "c"
class Left(A):
    z = 2
class Right(A):
    x = 3
class Both(Left, Right):
    pass
class Open(missing.Base):
    pass
class Late:
    def __init__(self):
        self.early = 1
    def later(self):
        self.late = 1
)";

TEST_CASE_FIXTURE(UnitFixture, "classes: a class is interned once, named tuples by their fields") {
  const ParsedFile& file = Add("m.py", kClasses);
  REQUIRE(Class(file, "A"));
  CHECK(Class(file, "A") == Class(file, "A"));
  CHECK(Class(file, "A") != Class(file, "B"));
  const ClassId point = unit.classes.NamedTupleClass(Name("P"), {Name("x"), Name("y")});
  CHECK(unit.classes.NamedTupleClass(Name("P"), {Name("x"), Name("y")}) == point);
  CHECK(unit.classes.NamedTupleClass(Name("P"), {Name("x")}) != point);
  CHECK(unit.classes.Info(point).is_dataclass);
}

TEST_CASE_FIXTURE(UnitFixture, "classes: an attribute is that of the first class that names it") {
  const ParsedFile& file = Add("m.py", kClasses);
  const ClassId a = Class(file, "A"), b = Class(file, "B"), c = Class(file, "C");
  ClassId owner;
  CHECK(Same(unit.classes.ClassAttribute(b, Name("x"), &owner), Int(1)));
  CHECK(owner == a);
  const Ref own = unit.classes.ClassAttribute(c, Name("x"), &owner);
  CHECK(owner == c);
  CHECK(unit.values.If<values::Constant>(own)->kind == syntax::LiteralKind::Str);
  // As `super()` asks: from behind the first class on.
  CHECK(Same(unit.classes.ClassAttribute(c, Name("x"), &owner, 1), Int(1)));
  CHECK(owner == a);
  CHECK_FALSE(unit.classes.ClassAttribute(a, Name("y")).value);
}

TEST_CASE_FIXTURE(UnitFixture, "classes: the order of bases is Python's") {
  const ParsedFile& file = Add("m.py", kClasses);
  const ClassId both = Class(file, "Both");
  CHECK(unit.classes.Info(both).mro ==
        std::vector<ClassId>{both, Class(file, "Left"), Class(file, "Right"), Class(file, "A")});
  CHECK(Same(unit.classes.ClassAttribute(both, Name("x")), Int(3)));
  CHECK(Same(unit.classes.ClassAttribute(both, Name("z")), Int(2)));
  CHECK(unit.classes.DerivesFrom(both, Class(file, "A")));
  CHECK(unit.classes.DerivesFrom(both, both));
  CHECK_FALSE(unit.classes.DerivesFrom(Class(file, "A"), both));
}

TEST_CASE_FIXTURE(UnitFixture, "classes: unknown bases, and what is assigned late") {
  const ParsedFile& file = Add("m.py", kClasses);
  CHECK(unit.classes.Info(Class(file, "Open")).unknown_base);
  CHECK_FALSE(unit.classes.Info(Class(file, "C")).unknown_base);
  CHECK(unit.classes.AssignedLate(Class(file, "Late"), Name("late")));
  CHECK_FALSE(unit.classes.AssignedLate(Class(file, "Late"), Name("early")));
}

TEST_CASE_FIXTURE(UnitFixture, "callables: interned with what they close over and their defaults") {
  const ParsedFile& file = Add("pkg/m.py", "class A:\n    def f(self, x=1):\n        pass\n");
  CallableInfo info;
  info.file = &file;
  info.function = syntax::FunctionId(0);
  info.defaults = {{}, Int(1)};
  const CallableId one = unit.callables.InternCallable(info);
  CHECK(unit.callables.InternCallable(info) == one);
  info.defaults[1] = Int(2);
  CHECK(unit.callables.InternCallable(info) != one);
  info.defaults[1] = Int(1);
  info.cells = unit.store.AddCells({}, names::ScopeId(1));
  CHECK(unit.callables.InternCallable(info) != one);
  CHECK(syntax::QualifiedName(file.tree(), syntax::FunctionId(0)) == "A.f");
}

}  // namespace
}  // namespace graphmend::infer
