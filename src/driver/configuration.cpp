#include "driver/configuration.h"

#include <filesystem>
#include <system_error>

#include "base/path.h"
#include "driver/discover.h"
#include "settings/read.h"

namespace graphmend::driver {
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

settings::Finder::Options Configuration::OptionsFor(const Invocation& invocation,
                                                    const std::string& directory,
                                                    std::optional<base::Error>& error) {
  settings::Finder::Options options;
  options.isolated = invocation.isolated;
  options.shown = ShownPath;
  for (const std::string& given : invocation.config) {
    bool assignment = IsAssignment(given);
    base::Result<settings::LayerPtr> layer =
        assignment ? settings::ReadAssignment(given, directory)
                   : settings::ReadSettingsFile(
                         base::ToText(base::ToPath(directory) / base::ToPath(given)), given);
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
    error = base::Error{"--isolated and --config FILE exclude each other",
                        "--config KEY=VALUE goes with both"};
  auto overrides = std::make_shared<settings::Layer>(invocation.overrides);
  overrides->directory = directory;
  if (!overrides->items.empty()) options.above.push_back(std::move(overrides));
  return options;
}

Configuration::Configuration(const Invocation& invocation)
    : directory_(WorkingDirectory()), finder_(OptionsFor(invocation, directory_, error_)) {}

std::optional<base::Error> Configuration::error() const {
  return error_ ? error_ : finder_.error();
}

const settings::Stack& Configuration::ForFile(const std::string& shown) {
  fs::path path = (base::ToPath(directory_) / base::ToPath(shown)).lexically_normal();
  return finder_.For(base::ToText(path.parent_path()));
}

}  // namespace graphmend::driver
