// What is fuzzed. A target takes any bytes; where something is wrong that is not the input's fault
// it ends the program, as a sanitizer does.
#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>
#include <string_view>

#include "names/shared_stubs.h"

namespace graphmend::fuzz {

struct Target {
  std::string_view name;
  void (*run)(std::string_view bytes);
  std::string_view corpus;             // the folder of what it begins with
  bool is_python = false;              // whether its bytes are mutated as Python
  std::string (*example)() = nullptr;  // to begin with, where no file can hold it
};

// The whole path: bytes, findings, fixes until nothing applies, every report.
void Check(std::string_view bytes);
// An editor's changes: what is parsed again is what is parsed anew.
void Reparse(std::string_view bytes);
// A session of the language server: a message on each line, or, after an `R`, a raw stream.
void Serve(std::string_view bytes);
void ReadSettings(std::string_view bytes);
// A notebook, fixed.
void ReadNotebook(std::string_view bytes);
void ReadBaseline(std::string_view bytes);
// Patterns, and after a NUL paths, each ended by one.
void ReadIgnoreFile(std::string_view bytes);
// What the cache kept of an outcome, shown in every report.
void ReadRecord(std::string_view bytes);
std::string ExampleOfRecord();

std::span<const Target> Targets();
const Target* FindTarget(std::string_view name);

// Says what is wrong, and aborts.
[[noreturn]] void Fail(std::string_view what, std::string_view detail);

// For all analyses of the process.
std::shared_ptr<names::SharedStubs> Stubs();

// Whether an input goes into every report. The fuzzer has each input in one: reports take longer
// than all that comes before, and over many inputs each has its turn.
inline bool every_report = false;

// Larger inputs say nothing new, and cost time.
inline constexpr std::size_t kMostBytes = 60000;

}  // namespace graphmend::fuzz
