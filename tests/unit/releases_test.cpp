// What is known of each release of torch: rows of stubs, ids, and what `explain` says.
#include <doctest/doctest.h>

#include "cli/releases.h"
#include "findings.h"
#include "lint/check.h"
#include "lint/gb_since.h"
#include "models/stub_function.h"
#include "parse_text.h"
#include "rules/embedded.h"

namespace graphmend {
namespace {

models::StubFunction Stub(std::string decorator) {
  testing::ParsedText text(std::move(decorator) + "\ndef f(x): ...\n");
  return models::ReadStub(*text.tree, (*text.tree)[text.Function("f")].decorators, text.file);
}

std::vector<std::string> IdsFor(std::vector<std::string> ids, infer::Release target) {
  source::SourceFile file("m.py", "if x: pass\n");
  infer::Observation observation;
  observation.what = infer::observed::BranchOn{};
  observation.location = testing::At(file, "x");
  observation.gb_ids = std::move(ids);
  return lint::Check({observation}, target).at(0).gb_ids;
}

using Ids = std::vector<std::string>;

}  // namespace

TEST_CASE("a row of a stub holds for a stretch of releases") {
  models::StubFunction always = Stub("@breaks('GB0007', kind='skipped-call')");
  REQUIRE(always.breaks.size() == 1);
  CHECK(always.breaks[0].HoldsIn(6));
  CHECK(always.breaks[0].HoldsIn(13));

  models::StubFunction stretch = Stub("@breaks(kind='io', since=(2, 9), before=(2, 12))");
  REQUIRE(stretch.breaks.size() == 1);
  CHECK(stretch.breaks[0].gb_ids.empty());
  CHECK_FALSE(stretch.breaks[0].HoldsIn(8));
  CHECK(stretch.breaks[0].HoldsIn(9));
  CHECK(stretch.breaks[0].HoldsIn(11));
  CHECK_FALSE(stretch.breaks[0].HoldsIn(12));
  CHECK(stretch.mistakes.empty());
}

TEST_CASE("a release is two numbers") {
  for (const char* bad : {"2.9", "(3, 1)", "(2,)", "('2', '9')", "(2, 9, 1)", "9", "x"}) {
    INFO(bad);
    models::StubFunction stub = Stub("@breaks(kind='io', before=" + std::string(bad) + ")");
    REQUIRE(stub.mistakes.size() == 1);
    CHECK(stub.mistakes[0].message == "a release is written (2, 9)");
  }
}

TEST_CASE("a condition is made of known tests") {
  const std::string row = "@breaks(kind='io', when=";
  CHECK(Stub(row + "given(x) and not (is_tensor(x) or overrides(x, 'jvp')))").mistakes.empty());
  for (const char* bad : {"big(x)", "x", "given(x) and big(x)", "not big(x)", "1 < 2"}) {
    INFO(bad);
    models::StubFunction stub = Stub(row + bad + ")");
    REQUIRE(stub.mistakes.size() == 1);
    CHECK(stub.mistakes[0].message.starts_with("there is no condition `"));
  }
  models::StubFunction empty = Stub(row + "given())");
  REQUIRE(empty.mistakes.size() == 1);
  CHECK(empty.mistakes[0].message == "`given` asks about a parameter");
}

TEST_CASE("the release that each id came with") {
  CHECK(lint::GbSince("GB0170") == 8);
  CHECK(lint::GbSince("GB0264") == 9);
  CHECK(lint::GbSince("GB9648") == 13);
  for (const char* unknown : {"GB9999", "", "GB", "2.8\nGB0"}) CHECK(lint::GbSince(unknown) == 0);
  // Each id that a rule names is in some registry.
  for (const lint::Rule* rule : lint::Rules())
    for (const lint::GbId& id : rule->breaks) {
      INFO(id.text());
      CHECK(lint::GbSince(id.text()) >= 8);
    }
}

TEST_CASE("a finding has the ids that the release reports") {
  CHECK(IdsFor({"GB0170", "GB9648"}, {2, 13}) == Ids{"GB0170", "GB9648"});
  CHECK(IdsFor({"GB0170", "GB9648"}, {2, 12}) == Ids{"GB0170"});
  CHECK(IdsFor({"GB0170"}, {2, 8}) == Ids{"GB0170"});
  CHECK(IdsFor({"GB0170"}, {2, 7}).empty());
}

TEST_CASE("explaining by release") {
  std::string contexts = cli::ReleaseSection(*lint::FindRule("unsupported-context"));
  CHECK(contexts.find("- Break only before 2.7: `contextlib.contextmanager`\n") !=
        std::string::npos);
  CHECK(
      contexts.find("- Break only before 2.11: `contextlib.ExitStack`, `contextlib.suppress`\n") !=
      std::string::npos);
  CHECK(contexts.find("GB0262 since 2.9") != std::string::npos);

  std::string skipped = cli::ReleaseSection(*lint::FindRule("skipped-call"));
  CHECK(skipped.find("- Break only since 2.9: `torch.nn.Parameter`\n") != std::string::npos);
  CHECK(skipped.find("- Break only from 2.9 to 2.11: `torch.cuda.synchronize`\n") !=
        std::string::npos);
  CHECK(skipped.find("`list.remove`") != std::string::npos);

  CHECK(cli::ReleaseSection(*lint::FindRule("host-read")).find("is captured from 2.10 on") !=
        std::string::npos);
  CHECK(cli::ReleaseSection(*lint::FindRule("syntax-error")).empty());
  CHECK(cli::ReleasesOf("GB0264").find("since 2.9.") != std::string::npos);
  CHECK(cli::ReleasesOf("GB9999").empty());
}

}  // namespace graphmend
