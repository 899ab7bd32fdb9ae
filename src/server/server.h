// The language server: messages in, messages out. It reads no stream and starts no thread; whoever
// runs it hands it what arrives, lets it work, and sends what it says.
//
//   Receive   takes one message; cancellations take effect at once
//   Work      answers what has arrived; with nothing left to answer, analyses one changed document
//             that has been left alone for a moment
#pragma once

#include <chrono>
#include <deque>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

#include "server/host.h"

namespace graphmend::server {

using Clock = std::chrono::steady_clock;

class Server {
 public:
  Server(Host& host, std::string version);
  ~Server();

  void Receive(std::string_view message);
  void Work(Clock::time_point now);
  // How long there is nothing to do unless something arrives; none: for ever.
  std::optional<std::chrono::milliseconds> Idle(Clock::time_point now) const;

  // Whether what is worked on right now is needed no more, after what has been received meanwhile.
  bool IsOutdated() const;

  std::vector<std::string> TakeOutput() { return std::exchange(output_, {}); }
  // After `exit`: the exit status.
  const std::optional<int>& exit_status() const { return exit_status_; }

 private:
  struct Request;  // a parsed message
  struct Document {
    std::string path;
    Text text;
    std::optional<std::int64_t> version;
    bool dirty = true;           // changed since it was analysed
    bool shown = false;          // what was last published holds for this text
    bool since_refresh = false;  // changed since the last refresh began
    Clock::time_point changed_at;
  };
  // A pull of the whole workspace that waits for something to say.
  struct WaitingPull {
    std::string id;                          // as JSON
    std::map<std::string, std::string> ids;  // what the client has, by URI
  };
  using Handler = void (Server::*)(const Request&);

  void Handle(const Request& request);
  static Handler HandlerOf(std::string_view method);

  void Initialize(const Request& request);
  void Initialized(const Request& request);
  void Shutdown(const Request& request);
  void Exit(const Request& request);
  void DidOpen(const Request& request);
  void DidChange(const Request& request);
  void DidSave(const Request& request);
  void DidClose(const Request& request);
  void DidChangeFiles(const Request& request);
  void DidChangeFolders(const Request& request);
  void Ignore(const Request& request);
  void Pull(const Request& request);
  void PullWorkspace(const Request& request);
  void AnswerPull();
  void Hover(const Request& request);
  void CodeAction(const Request& request);
  void ResolveAction(const Request& request);
  void CodeLens(const Request& request);
  void InlayHint(const Request& request);
  std::vector<std::string> QuickFixes(const Document& document, std::string_view uri,
                                      const FileFacts& facts, const Range& range);

  // The document that a request is about, which is worked on from now on.
  Document* DocumentOf(const Request& request);
  // None: the document changed meanwhile, or the request was cancelled.
  const FileFacts* FactsOf(Document& document, const std::string& uri);
  void Refresh();
  void TakeRefreshed();
  void TellMessages();
  void Publish(const std::string& uri);
  void AskToRefresh();

  void ReadClient(const Request& request);

  void Answer(const Request& request, std::string_view result);
  void Answer(std::string_view id, std::string_view result);
  void FailParameters(const Request& request, std::string_view message);
  void FailOutdated(const Request& request);
  void Fail(std::string_view id, int code, std::string_view message);
  void Notify(std::string_view method, std::string_view params);
  void Ask(std::string_view method, std::string_view params);

  Host& host_;
  std::string version_;
  std::deque<std::unique_ptr<Request>> queue_;
  std::string id_, working_on_;                // the request at work, as JSON; its document's URI
  std::set<std::string> cancelled_;            // ids as JSON
  std::map<std::string, Document> documents_;  // by URI
  std::map<std::string, FileFacts> facts_;     // by URI
  std::set<std::string> published_;
  std::vector<std::string> folders_;
  std::vector<std::string> output_;
  bool initialized_ = false, shut_down_ = false;
  bool pulls_ = false, refreshes_ = false, refreshes_lenses_ = false, watches_ = false;
  bool hints_ = false, refreshes_hints_ = false, resolves_actions_ = false, validates_ = false;
  bool hovers_briefly_ = false;
  std::unique_ptr<WaitingPull> pull_;
  bool pull_is_due_ = false, was_refreshed_ = false;
  source::ColumnUnit unit_ = source::ColumnUnit::Utf16;
  std::uint64_t next_id_ = 1;
  std::optional<int> exit_status_;
};

}  // namespace graphmend::server
