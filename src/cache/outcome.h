// The outcome of an analysis as bytes, and back. Places name their file by its path.
#pragma once

#include <functional>
#include <optional>
#include <string>
#include <string_view>

#include "lint/outcome.h"

namespace graphmend::cache {

// A file that findings point to: its path, or that of an embedded stub, and how it is shown.
struct FileName {
  std::string path;
  std::string shown;
};

// What the suppressions and the baseline make of it is left out: that is done anew in every run.
std::string Pack(const lint::Outcome& outcome,
                 const std::function<FileName(const source::SourceFile&)>& name);

// Nullopt where the bytes are no outcome, or a file is not there (null).
std::optional<lint::Outcome> Unpack(
    std::string_view bytes, const std::function<const source::SourceFile*(const FileName&)>& file);

}  // namespace graphmend::cache
