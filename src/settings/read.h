// Reading settings: graphmend.toml, [tool.graphmend] of pyproject.toml, and KEY=VALUE. The only
// user of toml++. What is no setting, or has the wrong type or value, is an error with its place
// and, where a known word is near, a suggestion.
#pragma once

#include <memory>
#include <optional>
#include <string>
#include <string_view>

#include "base/result.h"
#include "settings/layer.h"

namespace graphmend::settings {

// `text` of a file that is shown as `source` and lies in `directory`. For a pyproject.toml the
// table is [tool.graphmend], and null means that it has none. A file of graphmend's own may have
// that heading over all of it.
enum class FileKind { Own, Pyproject };
base::Result<std::shared_ptr<const Layer>> ReadToml(std::string_view text, FileKind kind,
                                                    std::string source, std::string directory);

// "min-severity=warning", "ignore=['GM2']": the value as TOML; a lone word may stand for a string.
base::Result<std::shared_ptr<const Layer>> ReadAssignment(std::string_view text,
                                                          std::string directory);

}  // namespace graphmend::settings
