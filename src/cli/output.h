// Where a run writes to: standard output or a file, whole or not at all, and the colour of both.
#pragma once

#include <optional>
#include <string>

#include "base/result.h"
#include "os/streams.h"
#include "report/style.h"

namespace graphmend::cli {

// Writes `text` to `path`; "" and "-" mean standard output. A file appears under its name only once
// it is complete. A reader that has closed the pipe is no failure: it has seen enough.
std::optional<base::Error> WriteOutput(const std::string& path, const std::string& text);

// What people read, whatever is in it: without colours, all of it is made visible; with them, its
// parts have been, and lines that a runner of jobs would take for commands are none.
std::string ForPeople(const std::string& text, const report::Style& style);

enum class ColorChoice { Auto, Always, Never };

// The style for one of the streams. Auto: NO_COLOR, then FORCE_COLOR, then whether it is a
// terminal that can show colour.
report::Style StyleFor(os::Stream stream, ColorChoice choice);

// For people. Nobody is left to be told when this fails.
void WriteToError(const std::string& text);

// One line on standard error, "error: …" or "warning: …", and the hint below it.
void Complain(const report::Style& style, bool is_error, const std::string& message,
              const std::string& hint);

}  // namespace graphmend::cli
