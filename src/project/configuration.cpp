#include "project/configuration.h"

#include <filesystem>
#include <system_error>

#include "base/path.h"
#include "project/discover.h"
#include "settings/read.h"
#include "settings/resolve.h"

namespace graphmend::project {
namespace {

namespace fs = std::filesystem;

std::string WorkingDirectory() {
  std::error_code error;
  return base::ToText(fs::current_path(error));
}

// "min-severity=warning" is an assignment unless a file has that name.
bool IsAssignment(const std::string& text) {
  std::error_code error;
  std::size_t equals = text.find('=');
  return equals != std::string::npos && text.find('/') > equals &&
         !fs::exists(base::ToPath(text), error);
}

}  // namespace

settings::Finder::Options Configuration::OptionsFor(const GivenSettings& given,
                                                    const std::string& directory,
                                                    std::optional<base::Error>& error) {
  settings::Finder::Options options;
  options.isolated = given.isolated;
  options.shown = ShownPath;
  for (const std::string& text : given.config) {
    bool assignment = IsAssignment(text);
    base::Result<settings::LayerPtr> layer =
        assignment ? settings::ReadAssignment(text, directory)
                   : settings::ReadSettingsFile(
                         base::ToText(base::ToPath(directory) / base::ToPath(text)), text);
    if (!layer) {
      if (!error) error = layer.error();
    } else if (assignment) {
      options.above.push_back(*layer);
    } else if (options.fixed) {
      if (!error)
        error = base::Error{"--config names two files", "the rest can be given as KEY=VALUE"};
    } else {
      options.fixed = *layer;
    }
  }
  if (options.fixed && options.isolated && !error)
    error = base::Error{"--isolated and --config FILE cannot be used together",
                        "--config KEY=VALUE goes with both"};
  auto overrides = std::make_shared<settings::Layer>(given.overrides);
  overrides->directory = directory;
  if (!overrides->items.empty()) options.above.push_back(std::move(overrides));
  return options;
}

Configuration::Configuration(const GivenSettings& given)
    : directory_(WorkingDirectory()),
      variables_(given.variables),
      finder_(OptionsFor(given, directory_, error_)) {}

std::optional<base::Error> Configuration::error() const {
  return error_ ? error_ : finder_.error();
}

const Environment& Configuration::EnvironmentOf(const settings::Stack& stack) {
  static const Environment kNone;
  if (!settings::Flag(stack, "environment")) return kNone;
  const std::vector<std::string> named = settings::Paths(stack, "python");
  const std::string given = named.empty() ? "" : named.front();
  if (given.empty() && !variables_) return kNone;
  auto [known, added] = environments_.try_emplace(given);
  if (!added) return known->second;
  base::Result<Environment> found =
      FindEnvironment(given, variables_.value_or(EnvironmentVariables()), directory_);
  if (!found && !error_) error_ = found.error();
  if (found) known->second = *std::move(found);
  if (variables_) {
    known->second.model_hub = variables_->model_hub;
    known->second.working_directory = directory_;
  }
  if (!given.empty()) known->second.found_by = stack.Find("python").item->place.Text();
  return known->second;
}

const settings::Stack& Configuration::ForFile(const std::string& shown) {
  fs::path path = (base::ToPath(directory_) / base::ToPath(shown)).lexically_normal();
  return finder_.For(base::ToText(path.parent_path()));
}

}  // namespace graphmend::project
