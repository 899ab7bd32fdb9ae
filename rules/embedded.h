// The texts that travel inside the program: the page of each rule and of each fix, the stubs that
// say what the libraries do, and PyTorch's registry of graph breaks. Paths are relative to rules/,
// but for those of fixes: "branch_on_tensor.md", "fixes/keep_mask.md", "stubs/torch/__init__.pyi",
// "gb_registry.json", "gb_since.txt".
#pragma once

#include <span>
#include <string_view>

namespace graphmend::rules {

struct EmbeddedFile {
  std::string_view path;
  std::string_view text;
};

// All of them, sorted by path.
std::span<const EmbeddedFile> EmbeddedFiles();

// The text of one; empty when there is no such path.
std::string_view EmbeddedText(std::string_view path);

}  // namespace graphmend::rules
