// What the parts of the writer share; not for use outside this folder.
#pragma once

#include <string>
#include <string_view>

#include "diag/json_writer.h"
#include "sarif/sarif.h"

namespace graphmend::sarif {

using Json = diag::JsonWriter<diag::JsonLayout::Compact>;

void WriteDriver(Json& json, const Options& options);                                 // driver.cpp
void WriteResults(Json& json, const lint::Outcome& outcome, const Options& options);  // results.cpp

std::string_view LevelOf(diag::Severity severity);

// {"text": …}, as a `Sentence`.
void WriteMessage(Json& json, std::string_view key, std::string_view sentence);

// The same text with a capital letter at the start and a full stop at the end.
std::string Sentence(std::string_view text);

}  // namespace graphmend::sarif
