// The server's view of the engine: the open buffers over the folders of the workspace. One project,
// analysed in the background, is kept warm, and a changed buffer is analysed in it alone.
#pragma once

#include <atomic>
#include <functional>
#include <map>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "cli/invocation.h"
#include "project/configuration.h"
#include "project/project.h"
#include "server/host.h"

namespace graphmend::cli {

class Workspace : public server::Host {
 public:
  explicit Workspace(const Invocation& invocation) : invocation_(invocation) {}
  ~Workspace() override;

  void SetUnit(source::ColumnUnit unit) override { unit_ = unit; }
  void SetFolders(std::vector<std::string> folders) override;
  void SetBuffer(const std::string& path, std::string text) override;
  void DropBuffer(const std::string& path) override;
  void SetStop(std::function<bool()> stop) override { stop_ = std::move(stop); }
  // Called now and then while the calls below are at work: takes in what the client sends
  // meanwhile.
  void SetListener(std::function<void()> listen) { listen_ = std::move(listen); }
  std::optional<server::FileFacts> Analyse(const std::string& path) override;
  std::optional<server::Known> KnownAt(const std::string& path, server::Position at) override;
  std::optional<server::Action> ForFile(const std::string& path,
                                        server::FileAction action) override;
  std::optional<server::Action> Suppression(const std::string& path,
                                            const server::Finding& finding) override;
  void Refresh() override;
  bool IsRefreshing() const override { return thread_.joinable(); }
  std::optional<std::map<std::string, server::FileFacts>> TakeRefreshed() override;
  std::vector<server::Message> TakeMessages() override { return std::exchange(messages_, {}); }

 private:
  using Buffers = std::map<std::string, std::string>;  // by path

  // A project with the settings that it was made under.
  struct Loaded {
    std::unique_ptr<project::Configuration> configuration;
    std::unique_ptr<project::Project> project;
    Buffers buffers;
    lint::Outcome outcome;  // of a project of one file, which is analysed once
  };
  struct Refreshed {
    Loaded loaded;
    std::map<std::string, server::FileFacts> facts;
    std::vector<server::Message> messages;
  };

  void Start();
  Refreshed Look(const std::vector<std::string>& folders, const Buffers& buffers) const;
  static project::Selection SelectBuffers(const std::vector<std::string>& folders,
                                          const Buffers& buffers,
                                          project::Configuration& configuration);
  // The project that a buffer is a file of, with the buffers as they are now; `alone` holds it
  // where that is none of the workspace. Null where it is not to be analysed.
  project::Project* ProjectOf(const std::string& path, Loaded& alone);
  bool TakeBuffers();
  Loaded LoadAlone(const std::string& path, const std::string& text) const;
  bool MustStop() const;

  const Invocation& invocation_;
  source::ColumnUnit unit_ = source::ColumnUnit::Utf16;
  std::shared_ptr<names::SharedStubs> stubs_ = std::make_shared<names::SharedStubs>();
  std::vector<std::string> folders_;
  Buffers buffers_;
  Loaded loaded_;
  std::vector<server::Message> messages_;
  std::string last_error_;  // said once
  std::function<bool()> stop_;
  std::function<void()> listen_;

  std::thread thread_;
  std::atomic<bool> cancelled_{false}, finished_{false};
  bool again_ = false;
  std::optional<Refreshed> result_;  // written by the thread before `finished_`
};

}  // namespace graphmend::cli
