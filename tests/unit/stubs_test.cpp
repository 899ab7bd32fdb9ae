// What stubs may say: every word of the vocabulary, and what is said of one that is no part of it.
#include <doctest/doctest.h>

#include "models/transfer_words.h"
#include "models/vocabulary.h"
#include "project/stub_files.h"
#include "rules/embedded.h"

namespace graphmend {
namespace {

std::vector<lint::Problem> Problems(const std::string& text) {
  return project::CheckStubFile(source::SourceFile("own.pyi", text));
}

// "2:4: message; hint" for each.
std::vector<std::string> Said(const std::string& text) {
  std::vector<std::string> said;
  for (const lint::Problem& problem : Problems(text))
    said.push_back(std::to_string(problem.line) + ":" + std::to_string(problem.column) + ": " +
                   problem.message + (problem.hint.empty() ? "" : "; " + problem.hint));
  return said;
}

using Lines = std::vector<std::string>;

}  // namespace

TEST_CASE("graphmend's own stubs say nothing wrong") {
  std::size_t checked = 0;
  for (const rules::EmbeddedFile& stub : rules::EmbeddedFiles()) {
    if (!stub.path.starts_with("stubs/")) continue;
    source::SourceFile file(std::string(stub.path), std::string(stub.text));
    for (const lint::Problem& problem : project::CheckStubFile(file))
      FAIL_CHECK(stub.path << ":" << problem.line << ": " << problem.message);
    ++checked;
  }
  CHECK(checked > 100);
}

TEST_CASE("every word about what a function does is said of one") {
  using models::Decorator;
  for (Decorator decorator :
       {Decorator::Op, Decorator::Grad, Decorator::Effect, Decorator::Accepts, Decorator::Result})
    for (std::string_view word : models::TraitWords(decorator)) {
      std::size_t said = 0;
      const std::string quoted = '"' + std::string(word) + '"';
      for (const rules::EmbeddedFile& stub : rules::EmbeddedFiles())
        for (std::size_t at = 0; (at = stub.text.find(quoted, at)) != stub.text.npos; ++at) {
          const std::string_view line = stub.text.substr(stub.text.rfind('\n', at) + 1);
          const std::string_view written = line.substr(line.find_first_not_of(' '));
          said += written.starts_with("@" + std::string(models::Name(decorator)) + "(");
        }
      CHECK_MESSAGE(said > 0, "@" << models::Name(decorator) << "(" << quoted << ")");
    }
}

TEST_CASE("each unknown word has its place and the word that was meant") {
  CHECK(Said("@transfer('elementwse')\ndef f(x): ...\n") ==
        Lines{"1:11: there is no transfer `elementwse`; did you mean `elementwise`?"});
  CHECK(Said("@op('veiw')\ndef f(x): ...\n") ==
        Lines{"1:5: `@op` has no word `veiw`; did you mean `view`?"});
  CHECK(Said("@effect('random', 'mutate')\ndef f(x): ...\n") ==
        Lines{"1:19: `@effect` has no word `mutate`; did you mean `mutates`?"});
  CHECK(Said("@grad('random')\ndef f(x): ...\n").size() == 1);
  CHECK(Said("class A:\n    @braeks('GB0007', kind='io')\n    def f(self, x): ...\n") ==
        Lines{"2:6: there is no decorator `braeks`; did you mean `breaks`?"});
  CHECK(Said("@breaks('GB0007', knd='io')\ndef f(x): ...\n") ==
        Lines{"1:19: `@breaks` has no argument `knd`; did you mean `kind`?"});
  CHECK(Said("@breaks('GB0007', kind='skiped-call')\ndef f(x): ...\n") ==
        Lines{"1:19: there is no kind `skiped-call`; did you mean `skipped-call`?"});
  CHECK(Said("@breaks('GB0007', kind='io', when=givn(x))\ndef f(x): ...\n") ==
        Lines{"1:35: there is no condition `givn`; did you mean `given`?"});
  CHECK(Said("@breaks('GB0007', kind='io', when=given(y))\ndef f(x): ...\n") ==
        Lines{"1:41: `f` has no parameter `y`; did you mean `x`?"});
  CHECK(Said("@breaks('GB0007', kind='io', unless='allow_rn')\ndef f(x): ...\n") ==
        Lines{"1:30: Dynamo has no flag `allow_rn`; did you mean `allow_rnn`?"});
  CHECK(Said("@breaks('GBOOO7', kind='io')\ndef f(x): ...\n").size() == 1);
  CHECK(Said("from graphmend import (\n    Tensor,\n    Opaqe,\n)\n") ==
        Lines{"3:5: graphmend's vocabulary has no `Opaqe`; did you mean `Opaque`?"});
  CHECK(Said("@compiles('modul')\ndef f(module): ...\n") ==
        Lines{"1:11: `f` has no parameter `modul`; did you mean `module`?"});
}

TEST_CASE("a transfer takes what transfers.def says") {
  const auto said = [](const std::string& transfer) {
    return Said("@transfer(" + transfer + ")\ndef f(x): ...\n");
  };
  for (const char* right :
       {"'same'", "'reduce'", "'reduce', dtype='bool'", "'convert', to='int'",
        "'call_own', method='g'", "'attribute', access='get'",
        "'attribute', access='get', lookup='default'", "'captures_within', flag='allow_rnn'"})
    CHECK_MESSAGE(said(right).empty(), right);
  CHECK(said("'reduse', dtype='bool'") ==
        Lines{"1:11: there is no transfer `reduse`; did you mean `reduce`?"});
  CHECK(said("'reduce', dtyp='bool'") ==
        Lines{"1:21: the transfer `reduce` has no parameter `dtyp`; did you mean `dtype`?"});
  CHECK(said("'reduce', dtype='boool'") ==
        Lines{"1:21: `dtype=` of the transfer `reduce` is never `boool`; did you mean `bool`?"});
  CHECK(said("'same', dtype='real', dtype='named'") == Lines{"1:33: `dtype` is given twice"});
  CHECK(said("'host_value'") ==
        Lines{"1:2: the transfer `host_value` needs `gives=`; it is one of `scalar`, `list`"});
  CHECK(said("'call_own'") == Lines{"1:2: the transfer `call_own` needs `method=`"});
  CHECK(said("'call_own', method=3").size() == 1);
  CHECK(said("'call_own', 'g'") ==
        Lines{"1:23: behind its word, `@transfer` takes arguments by name"});
  CHECK(said("'attribute', access='has', lookup='default'") ==
        Lines{"1:38: the transfer `attribute(access=\"has\")` takes no `lookup=`"});
  CHECK(
      said("'attribute', access='get', lookup='defualt'") ==
      Lines{
          "1:38: `lookup=` of the transfer `attribute(access=\"get\")` is never `defualt`; did you "
          "mean `default`?"});
  CHECK(said("'captures_within', flag='allow_rn'") ==
        Lines{"1:30: Dynamo has no flag `allow_rn`; did you mean `allow_rnn`?"});
  CHECK(said("'partial', to='int'") == Lines{"1:22: the transfer `partial` has no parameter `to`"});
  CHECK(said("") == Lines{"1:2: `@transfer` begins with a word"});
  CHECK(said("'same', *x").size() == 1);
}

TEST_CASE("a family of transfers is told apart by one parameter") {
  for (std::string_view word : models::TransferWords()) {
    const bool is_family = !models::FamilyParameter(word).empty();
    CHECK(is_family == !models::FamilyWords(word).empty());
    CHECK_MESSAGE((is_family || models::FindTransfer(word) != models::Transfer::None), word);
    for (std::string_view member : models::FamilyWords(word)) {
      const models::Transfer found = models::FindVariant(word, member);
      CHECK(models::Name(found) == std::string(word) + "(" +
                                       std::string(models::FamilyParameter(word)) + "=\"" +
                                       std::string(member) + "\")");
    }
  }
  struct Row {
    std::string_view family, parameter;
  };
  constexpr Row rows[] = {
#define GM_TRANSFER_VARIANT(name, family, parameter, word, meaning) {#family, parameter},
#include "models/transfers.def"
  };
  for (const Row& row : rows)
    CHECK_MESSAGE(row.parameter == models::FamilyParameter(row.family), row.family);
}

TEST_CASE("a condition takes a parameter, and some a word") {
  const auto said = [](const std::string& condition) {
    return Said("@breaks(kind='io', when=" + condition + ")\ndef f(x): ...\n");
  };
  for (const char* right :
       {"given(x)", "true(x.field)", "of_dtype(x, 'float')", "is_tensor(x)", "is_class(x, 'Any')",
        "is_tensor(x, 'no_symbol')", "not (overrides(x, 'jvp') and is_text(x, 'no'))", "True"})
    CHECK_MESSAGE(said(right).empty(), right);
  CHECK(said("of_dtype(x, 'boool')") ==
        Lines{"1:37: `of_dtype` has no word `boool`; did you mean `bool`?"});
  CHECK(said("is_tensor(x, 'no_symbl')") ==
        Lines{"1:38: `is_tensor` has no word `no_symbl`; did you mean `no_symbol`?"});
  CHECK(said("of_dtype(x)") == Lines{"1:25: `of_dtype` takes a second argument, a string"});
  CHECK(said("overrides(x, jvp)") == Lines{"1:38: the second argument of `overrides` is a string"});
  CHECK(said("given(x, 'junk', 3)") == Lines{"1:34: `given` takes the parameter alone"});
  CHECK(said("of_dtype(x, 'bool', 3)") == Lines{"1:45: `of_dtype` takes two arguments"});
  CHECK(said("given('x')") ==
        Lines{"1:31: `given` asks about a parameter, or a field of one; a parameter is written "
              "without quotes: `given(out)`"});
  CHECK(said("given(p=x)") == Lines{"1:31: `given` takes its arguments without names and stars"});
  CHECK(said("given(*x)").size() == 1);
  CHECK(said("given()") == Lines{"1:25: `given` asks about a parameter"});
  CHECK(said("given(y)").size() == 1);
  CHECK(said("not true(self.field)").size() == 1);
}

TEST_CASE("a row says of what kind it is, and holds in some release") {
  CHECK(
      Said("@breaks()\ndef f(x): ...\n") ==
      Lines{"1:2: `@breaks` says of what kind the break is; for example `kind=\"skipped-call\"`"});
  CHECK(Said("@breaks('GB0007')\ndef f(x): ...\n").size() == 1);
  CHECK(Said("@breaks(kind='io', kind='print')\ndef f(x): ...\n") ==
        Lines{"1:20: `kind` is given twice"});
  CHECK(Said("@breaks(kind='io', when=given(x), when=given(x))\ndef f(x): ...\n") ==
        Lines{"1:35: `when` is given twice"});
  CHECK(Said("@compiles('x', when=given(x), when=given(x))\ndef f(x): ...\n").size() == 1);
  CHECK(Said("@breaks(kind='io', since=(2, 9), before=(2, 9))\ndef f(x): ...\n") ==
        Lines{"1:2: the row holds for no release: `since` is not before `before`"});
  CHECK(Said("@breaks(kind='io', before=(2, 0))\ndef f(x): ...\n").size() == 1);
  CHECK(Said("@breaks(kind='io', since=(2, 8), before=(2, 9))\ndef f(x): ...\n").empty());
}

TEST_CASE("the words of graphmend keep their names") {
  CHECK(Said("from graphmend import *\n") ==
        Lines{"1:1: the words of graphmend are imported one by one; for example `from graphmend "
              "import Tensor, breaks`"});
  CHECK(Said("from graphmend import *\n@brakes(kind='io')\ndef f(x): ...\n").size() == 2);
  CHECK(Said("import graphmend as g\n@g.brakes(kind='io')\ndef f(x): ...\n") ==
        Lines{"1:8: `graphmend` keeps its name in a stub"});
  CHECK(Said("from graphmend import breaks as b, given as given\n") ==
        Lines{"1:23: `breaks` keeps its name in a stub"});
  CHECK(Said("from graphmend import Tensor as T\nimport graphmend\n").empty());
}

TEST_CASE("an effect on parameters names them") {
  const auto said = [](const std::string& effect) {
    return Said("@effect(" + effect + ")\ndef f(x, out, a, b, c): ...\n");
  };
  CHECK(said("mutates(out)").empty());
  CHECK(said("'random', mutates(out, x)").empty());
  CHECK(said("'mutates'").empty());
  CHECK(said("mutates(ou)") == Lines{"1:17: `f` has no parameter `ou`; did you mean `out`?"});
  CHECK(said("mutates('out')") ==
        Lines{"1:17: a parameter is named without quotes: `mutates(out)`"});
  CHECK(said("mutates()") == Lines{"1:9: `mutates` names parameters"});
  CHECK(said("mutates(x, out, a, b, c)") == Lines{"1:9: `mutates` names at most 4 parameters"});
  CHECK(said("mutate(out)").size() == 1);
  CHECK(said("word='random'").size() == 1);
}

TEST_CASE("what is lost because a function is defined again") {
  CHECK(Said("def f(x): ...\n\ndef g(x): ...\ndef f(x, y): ...\n") ==
        Lines{"4:5: `f` is defined again; what line 1 says of it is lost"});
  CHECK(Said("class A:\n    def f(self): ...\n    def f(self, x): ...\n").size() == 1);
  CHECK(Said("def f(x): ...\nclass A:\n    def f(self): ...\nclass B:\n    def f(self): ...\n")
            .empty());
  CHECK(Said("def f(x): ...\ndef f(y): ...\ndef f(z): ...\n").size() == 1);
  CHECK(Said("def f(x): ...\n# module: a.b\ndef f(x): ...\n").empty());
  CHECK(Said("from typing import overload\n@overload\ndef f(x): ...\n@overload\ndef f(y): ...\n")
            .empty());
  CHECK(Said("class A:\n    @property\n    def x(self): ...\n    @x.setter\n"
             "    def x(self, v): ...\n    @x.deleter\n    def x(self): ...\n")
            .empty());
}

TEST_CASE("all mistakes are said, in the order of the lines") {
  const Lines said = Said(
      "import graphmend\n"
      "@graphmend.brakes('GB0007')\n"
      "def f(x): ...\n"
      "@breaks('GB9999', kind='oi', operation='sorted!', since=2.9, wen=1)\n"
      "def g(x): ...\n"
      "@entry()\n"
      "@transfer\n"
      "class A: ...\n"
      "@unmeasured('needs', 'CUDA')\n"
      "@transfer(name='same')\n"
      "def h(*, x): ...\n");
  REQUIRE(said.size() == 10);
  CHECK(said[0].starts_with("2:12: there is no decorator `brakes`"));
  CHECK(said[1].starts_with("4:9: PyTorch's registry has no id `GB9999`"));
  CHECK(said[2].starts_with("4:19: there is no kind `oi`"));
  CHECK(said[6] == "6:2: `@entry` takes no parentheses");
  CHECK(said[7] == "7:2: `@transfer` takes arguments");
  CHECK(said[8] == "9:2: `@unmeasured` takes one argument");
}

TEST_CASE("decorators that are not graphmend's are left alone") {
  CHECK(Said("import abc\n"
             "from functools import cache\n"
             "class A:\n"
             "    @property\n"
             "    def x(self): ...\n"
             "    @x.setter\n"
             "    def x(self, value): ...\n"
             "    @abc.abstractmethod\n"
             "    @cache\n"
             "    def f(self): ...\n")
            .empty());
}

TEST_CASE("hostile stubs are told apart from sound ones") {
  CHECK(Said("def (:\n").size() >= 1);
  CHECK(Said(std::string(20000, '(')).size() >= 1);
  CHECK(Said("@breaks(" + std::string(5000, '@') + ")\ndef f(): ...\n").size() >= 1);
  std::string nested = "given(x)";
  for (int i = 0; i < 3000; ++i) nested = "not (" + nested + ")";
  bool is_sound = true;
  static_cast<void>(project::CheckStubFile(
      source::SourceFile("deep.pyi", "@breaks(kind='io', when=" + nested + ")\ndef f(x): ...\n"),
      &is_sound));
  CHECK(Said(std::string(1, '\0') + "\n").size() <= 1);
  CHECK(Problems("@breaks('" + std::string(100000, 'x') + "', kind='io')\ndef f(): ...\n")
            .at(0)
            .message.size() < 200);
}

TEST_CASE("words are found by their names") {
  CHECK(models::FindTransfer("convert") == models::Transfer::None);
  CHECK(models::FindVariant("convert", "int") == models::Transfer::to_int);
  CHECK(models::FindVariant("reduce", "") == models::Transfer::reduce);
  CHECK(models::Name(models::Transfer::None) == "none");
  CHECK(models::FindTransfer("same") == models::Transfer::same);
  CHECK(models::FindOp("host") == models::OpKind::Host);
  CHECK(models::FindOp("costly") == models::OpKind::Costly);
  CHECK(models::FindOp("unknown") == std::nullopt);
  CHECK(models::FindTrait(models::Decorator::Effect, "random") == models::Trait::Random);
  CHECK(models::FindTrait(models::Decorator::Result, "random") == std::nullopt);
  CHECK(models::TraitWords(models::Decorator::Breaks).empty());
  CHECK(models::FindKeyword(models::Decorator::Compiles, "kind") == std::nullopt);
  CHECK(models::FindKeyword(models::Decorator::Breaks, "when") == models::Keyword::BreaksWhen);
  CHECK(models::FindKeyword(models::Decorator::Compiles, "when") == models::Keyword::CompilesWhen);
}

}  // namespace graphmend
