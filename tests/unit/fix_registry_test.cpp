// The registry of fixes: what each declares, and in which order they are asked.
#include <doctest/doctest.h>

#include <algorithm>
#include <set>
#include <string>

#include "fix/declaration.h"

using namespace graphmend;

namespace {

std::size_t PlaceOf(std::string_view slug) {
  std::size_t at = 0;
  for (const fix::Fix& fix : fix::Fixes()) {
    if (fix.slug() == slug) return at;
    ++at;
  }
  return at;
}

}  // namespace

TEST_CASE("fixes: each says what it does, and answers something") {
  for (const fix::Fix& fix : fix::Fixes()) {
    CAPTURE(fix.slug());
    CHECK(!fix->summary.empty());
    CHECK(fix->summary.size() <= 80);
    CHECK(fix->summary.back() != '.');
    CHECK(!fix->answers.empty());
    CHECK((fix->propose || !fix->patterns.empty()));
    CHECK(fix::Documentation(fix).starts_with("## What it does\n"));
    CHECK(fix::FindFix(fix.name()) == &fix);
    CHECK(fix::FindFix(fix.slug()) == &fix);
  }
  CHECK(fix::FindFix("keep") == nullptr);
}

TEST_CASE("fixes: each is asked before those that it names, which there are") {
  for (const fix::Fix& fix : fix::Fixes())
    for (std::string_view later : fix->before) {
      CAPTURE(fix.slug());
      CAPTURE(later);
      REQUIRE(fix::FindFix(later));
      CHECK(PlaceOf(fix.slug()) < PlaceOf(later));
    }
}

TEST_CASE("fixes: last resorts are asked when all else has declined") {
  std::size_t first = fix::Fixes().size(), last = 0;
  for (const fix::Fix& fix : fix::Fixes()) {
    if (fix->last_resort) first = std::min(first, PlaceOf(fix.slug()));
    else last = std::max(last, PlaceOf(fix.slug()));
  }
  CHECK(last < first);
  const auto asked = fix::FixesOf(infer::ObservationKind::DynamicShape);
  REQUIRE(asked.size() > 1);
  // Whoever asks for an outline of a loop gets it; where no flag can be set, one statement is
  // captured; what has no other fix is computed by an operator.
  CHECK(PlaceOf("outline_region") < PlaceOf("visit_all"));
  CHECK(asked[asked.size() - 2]->slug() == "capture_size");
  CHECK(asked.back()->slug() == "outline_result");
}

TEST_CASE("fixes: those of a kind are all that answer it, in order") {
  for (int kind = 0; kind < infer::kObservationKinds; ++kind) {
    std::size_t before = 0;
    std::set<std::string_view> asked;
    for (const fix::Fix* fix : fix::FixesOf(static_cast<infer::ObservationKind>(kind))) {
      CHECK(PlaceOf(fix->slug()) >= before);
      before = PlaceOf(fix->slug());
      asked.insert(fix->slug());
    }
    for (const fix::Fix& fix : fix::Fixes()) {
      const auto& answers = fix->answers;
      const bool answered = std::find(answers.begin(), answers.end(),
                                      static_cast<infer::ObservationKind>(kind)) != answers.end();
      CHECK(asked.contains(fix.slug()) == answered);
    }
  }
}
