// The options of the command line that are settings: each says what a setting of a file says, and
// goes above it. They are checked as settings are, by the same table.
#pragma once

#include <CLI/CLI.hpp>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "base/result.h"
#include "settings/layer.h"

namespace graphmend::cli {

class SettingOptions {
 public:
  // What every command that analyses takes.
  void DescribeAnalysis(CLI::App* command);
  // Which files are looked at.
  void DescribeFiles(CLI::App* command);
  void DescribeCache(CLI::App* command);
  // Which findings are reported.
  void DescribeFindings(CLI::App* command);
  // What becomes of findings that are fixed.
  void DescribeFixes(CLI::App* command);

  // What was given of all that; the directory of the layer is left empty.
  base::Result<settings::Layer> Finish() const;

 private:
  void Add(CLI::App* command, const std::string& option, const std::string& key,
           const std::string& text, const std::string& description);
  void AddFlag(CLI::App* command, const std::string& option, const std::string& key,
               const std::string& description);

  struct Given {
    std::string option;
    std::vector<std::string> words;
  };
  // By key; several commands share an option, of which one command line has one.
  std::map<std::string, Given> words_;
  struct GivenFlag {
    std::string option;
    std::optional<bool> value;
  };
  std::map<std::string, GivenFlag> flags_;
};

}  // namespace graphmend::cli
