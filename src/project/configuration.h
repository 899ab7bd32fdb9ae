// The settings of one run: the options of the command line, above them nothing, below them each
// `--config KEY=VALUE`, below these the file that holds for a path.
#pragma once

#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "project/environment.h"
#include "settings/finder.h"
#include "settings/layer.h"

namespace graphmend::project {

// What a command line says of settings.
struct GivenSettings {
  settings::Layer overrides;        // the options that are settings
  std::vector<std::string> config;  // --config: files, or KEY=VALUE
  bool isolated = false;            // --isolated: no file of settings is read
  // Where environments are looked for; nothing: only one that a setting names holds.
  std::optional<EnvironmentVariables> variables = {};
};

class Configuration {
 public:
  explicit Configuration(const GivenSettings& given);

  // What is wrong with an option or with a file of settings that was met so far. A run stops there.
  std::optional<base::Error> error() const;

  const settings::Stack& ForDirectory(const std::string& absolute) { return finder_.For(absolute); }
  // `shown`: relative to the working directory, or absolute.
  const settings::Stack& ForFile(const std::string& shown);
  // For what is one for a run: those of the working directory.
  const settings::Stack& ForRun() { return finder_.For(directory_); }

  // The Python environment of an analysis under these settings, found once.
  const Environment& EnvironmentOf(const settings::Stack& stack);

  const std::vector<std::string>& files() const { return finder_.files(); }

 private:
  static settings::Finder::Options OptionsFor(const GivenSettings& given,
                                              const std::string& directory,
                                              std::optional<base::Error>& error);

  std::string directory_;
  std::optional<EnvironmentVariables> variables_;
  std::map<std::string, Environment> environments_;  // by what is given
  std::optional<base::Error> error_;
  settings::Finder finder_;
};

}  // namespace graphmend::project
