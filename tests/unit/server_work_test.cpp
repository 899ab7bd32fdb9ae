// What the server does when something arrives while it is at work: with a host that lets it.
#include <doctest/doctest.h>

#include <functional>
#include <string>
#include <vector>

#include "server/server.h"

namespace graphmend {
namespace {

using Clock = server::Clock;

struct FakeHost : server::Host {
  void SetUnit(source::ColumnUnit) override {}
  void SetFolders(std::vector<std::string>) override {}
  void SetBuffer(const std::string&, std::string text) override { buffer = std::move(text); }
  void DropBuffer(const std::string&) override {}
  void SetStop(std::function<bool()> s) override { stop = std::move(s); }
  std::optional<server::FileFacts> Analyse(const std::string&) override {
    ++analyses;
    if (meanwhile) std::exchange(meanwhile, nullptr)();
    if (stop()) return std::nullopt;
    server::Finding finding;
    finding.message = "of " + buffer;
    return server::FileFacts{{finding}, {}};
  }
  std::optional<server::Known> KnownAt(const std::string&, server::Position) override {
    if (meanwhile) std::exchange(meanwhile, nullptr)();
    return server::Known{{}, "known"};
  }
  std::optional<server::Action> ForFile(const std::string&, server::FileAction) override {
    return std::nullopt;
  }
  std::optional<server::Action> Suppression(const std::string&, const server::Finding&) override {
    return std::nullopt;
  }
  void Refresh() override {}
  bool IsRefreshing() const override { return false; }
  std::optional<std::map<std::string, server::FileFacts>> TakeRefreshed() override {
    return std::nullopt;
  }
  std::vector<server::Message> TakeMessages() override { return {}; }

  std::string buffer;
  std::function<bool()> stop;
  std::function<void()> meanwhile;  // what happens during the next call, once
  int analyses = 0;
};

struct Session {
  FakeHost host;
  server::Server server{host, "0"};

  Session() {
    server.Receive(R"({"id":0,"method":"initialize","params":{"capabilities":{}}})");
    server.Receive(R"({"method":"initialized"})");
    server.Receive(
        R"({"method":"textDocument/didOpen","params":{"textDocument":{"uri":"file:///a.py",)"
        R"("version":1,"text":"one"}}})");
    Settle();
  }
  void Change(int version, const std::string& text) {
    server.Receive(R"({"method":"textDocument/didChange","params":{"textDocument":{"uri":)"
                   R"("file:///a.py","version":)" +
                   std::to_string(version) + R"(},"contentChanges":[{"text":")" + text +
                   R"("}]}})");
  }
  void Hover(const std::string& id) {
    server.Receive(R"({"id":")" + id +
                   R"(","method":"textDocument/hover","params":{"textDocument":{"uri":)"
                   R"("file:///a.py"},"position":{"line":5,"character":0}}})");
  }
  void Cancel(const std::string& id) {
    server.Receive(R"({"method":"$/cancelRequest","params":{"id":")" + id + R"("}})");
  }
  // All that it says, a pause in typing later.
  std::string Settle() {
    std::string said;
    for (int i = 0; i < 3; ++i) {
      server.Work(Clock::now() + std::chrono::seconds(i > 0 ? 1 : 0));
      for (const std::string& message : server.TakeOutput()) said += message;
    }
    return said;
  }
};

bool Has(const std::string& text, std::string_view part) {
  return text.find(part) != std::string::npos;
}

}  // namespace

TEST_CASE("a request that is cancelled while it is worked on") {
  Session session;
  session.Change(2, "two");
  session.Hover("h");
  session.host.meanwhile = [&] { session.Cancel("h"); };
  const std::string said = session.Settle();
  CHECK(Has(said, R"("id":"h","error":{"code":-32800)"));
  // What was begun is made up for.
  CHECK(Has(said, "of two"));
  SUBCASE("also after the analysis") {
    session.Hover("k");
    session.host.meanwhile = [&] { session.Cancel("k"); };
    CHECK(Has(session.Settle(), R"("id":"k","error":{"code":-32800)"));
  }
}

TEST_CASE("a request about a text that changes while it is worked on") {
  Session session;
  session.Change(2, "two");
  session.Hover("h");
  session.host.meanwhile = [&] { session.Change(3, "three"); };
  const std::string said = session.Settle();
  CHECK(Has(said, R"("id":"h","error":{"code":-32801)"));
  CHECK_FALSE(Has(said, "of two"));
  CHECK(Has(said, "of three"));
  CHECK(Has(said, R"("version":3)"));
}

TEST_CASE("what a request has had analysed is published as well") {
  Session session;
  session.Change(2, "two");
  session.Hover("h");
  const std::string said = session.Settle();
  CHECK(Has(said, R"("id":"h","result")"));
  CHECK(Has(said, "of two"));
  CHECK(Has(said, R"("version":2)"));
  CHECK(session.host.analyses == 2);
  CHECK_FALSE(Has(session.Settle(), "publishDiagnostics"));
}

TEST_CASE("a request goes on whatever else arrives") {
  Session session;
  session.Hover("h");
  session.host.meanwhile = [&] {
    session.Hover("k");
    session.Cancel("other");
  };
  const std::string said = session.Settle();
  CHECK(Has(said, R"("id":"h","result":{"contents")"));
  CHECK(Has(said, R"("id":"k","result":{"contents")"));
}

TEST_CASE("what nobody has asked for waits for what somebody has") {
  Session session;
  const int before = session.host.analyses;
  session.Change(2, "two");
  session.host.meanwhile = [&] { session.Hover("h"); };
  const std::string said = session.Settle();
  // Given up, then made for the request, which comes first.
  CHECK(session.host.analyses == before + 2);
  CHECK(said.find(R"("id":"h","result")") < said.find("of two"));
}

}  // namespace graphmend
