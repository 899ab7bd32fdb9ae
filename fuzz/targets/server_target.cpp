#include <rapidjson/document.h>

#include <chrono>
#include <functional>
#include <map>
#include <string>
#include <utility>

#include "cli/facts.h"
#include "server/server.h"
#include "server/transport.h"
#include "targets/target.h"
#include "targets/whole_path.h"

namespace graphmend::fuzz {
namespace {

// Analyses each buffer alone, and nothing on disk.
class BufferHost : public server::Host {
 public:
  void SetUnit(source::ColumnUnit unit) override { unit_ = unit; }
  void SetFolders(std::vector<std::string>) override {}
  void SetBuffer(const std::string& path, std::string text) override {
    buffers_[path] = std::move(text);
  }
  void DropBuffer(const std::string& path) override { buffers_.erase(path); }

  void SetStop(std::function<bool()>) override {}
  std::optional<server::FileFacts> Analyse(const std::string& path) override {
    server::FileFacts facts;
    const auto buffer = buffers_.find(path);
    if (buffer == buffers_.end()) return facts;
    FixAll({path, path, buffer->second},
           [&, first = true](const project::Project& project,
                             const lint::Outcome& outcome) mutable {
             if (!std::exchange(first, false)) return;
             for (auto& [file, of_file] : cli::FactsOf(outcome, project, unit_))
               facts = std::move(of_file);
           });
    return facts;
  }
  std::optional<server::Known> KnownAt(const std::string& path,
                                       server::Position position) override {
    if (!buffers_.contains(path)) return std::nullopt;
    return server::Known{{position, position}, "`known`"};
  }
  std::optional<server::Action> ForFile(const std::string& path,
                                        server::FileAction action) override {
    if (action != server::FileAction::FixAll || !buffers_.contains(path)) return std::nullopt;
    return server::Action{"Fix all", true, {{{}, "x"}}};
  }
  std::optional<server::Action> Suppression(const std::string&,
                                            const server::Finding& finding) override {
    return server::Action{"Suppress", false, {{finding.range, finding.code}}};
  }
  void Refresh() override { is_due_ = true; }
  bool IsRefreshing() const override { return is_due_; }
  std::optional<std::map<std::string, server::FileFacts>> TakeRefreshed() override {
    if (!std::exchange(is_due_, false)) return std::nullopt;
    std::map<std::string, server::FileFacts> facts;
    for (const auto& [path, text] : buffers_) facts[path] = *Analyse(path);
    return facts;
  }
  std::vector<server::Message> TakeMessages() override { return {}; }

 private:
  source::ColumnUnit unit_ = source::ColumnUnit::Utf16;
  std::map<std::string, std::string> buffers_;
  bool is_due_ = false;
};

// Time is what the session says it is.
class Session {
 public:
  void Receive(std::string_view message) { server_.Receive(message); }
  void Work() {
    now_ += std::chrono::seconds(5);
    for (int rest = 0; rest < 8; ++rest) server_.Work(now_);
    for (const std::string& message : server_.TakeOutput()) {
      rapidjson::Document document;
      document.Parse<rapidjson::kParseIterativeFlag | rapidjson::kParseValidateEncodingFlag>(
          message.data(), message.size());
      if (document.HasParseError() || !document.IsObject()) Fail("no message", message);
    }
  }

 private:
  BufferHost host_;
  server::Server server_{host_, "0"};
  server::Clock::time_point now_{};
};

}  // namespace

void Serve(std::string_view bytes) {
  if (bytes.size() > kMostBytes) return;
  Session session;
  if (bytes.starts_with('R')) {
    server::MessageReader reader;
    const std::size_t half = bytes.size() / 2;
    reader.Feed(bytes.substr(1, half));
    reader.Feed(bytes.substr(std::min(bytes.size(), half + 1)));
    while (auto message = reader.Next()) session.Receive(*message);
    return session.Work();
  }
  for (std::size_t at = 0; at < bytes.size();) {
    const std::string_view line = bytes.substr(at, bytes.find('\n', at) - at);
    if (line.empty()) session.Work();
    else session.Receive(line);
    at += line.size() + 1;
  }
  session.Work();
}

}  // namespace graphmend::fuzz
