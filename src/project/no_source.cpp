#include "project/no_source.h"

#include <cstdint>
#include <string_view>

#include "os/files.h"

namespace graphmend::project {
namespace {

enum class What : std::uint8_t { Wheel, Archive, Bytecode, Extension, Cython, Weights, Text };

struct Suffix {
  std::string_view end;
  What what;
};

constexpr Suffix kSuffixes[] = {
    {".whl", What::Wheel},     {".egg", What::Archive},     {".zip", What::Archive},
    {".tar", What::Archive},   {".gz", What::Archive},      {".tgz", What::Archive},
    {".bz2", What::Archive},   {".xz", What::Archive},      {".zst", What::Archive},
    {".7z", What::Archive},    {".conda", What::Archive},   {".pyc", What::Bytecode},
    {".pyo", What::Bytecode},  {".so", What::Extension},    {".pyd", What::Extension},
    {".dll", What::Extension}, {".dylib", What::Extension}, {".pyx", What::Cython},
    {".pxd", What::Cython},    {".pt", What::Weights},      {".pt2", What::Weights},
    {".ckpt", What::Weights},  {".onnx", What::Weights},    {".safetensors", What::Weights},
    {".npy", What::Weights},   {".npz", What::Weights},     {".json", What::Text},
    {".toml", What::Text},     {".yaml", What::Text},       {".yml", What::Text},
    {".cfg", What::Text},      {".ini", What::Text},        {".md", What::Text},
    {".rst", What::Text},      {".html", What::Text},       {".csv", What::Text},
    {".cpp", What::Text},      {".cu", What::Text},
};

struct Magic {
  std::string_view start;
  What what;
};

constexpr Magic kMagics[] = {
    {"PK\x03\x04", What::Archive},
    {"\x1F\x8B", What::Archive},
    {"BZh", What::Archive},
    {"\xFD"
     "7zXZ",
     What::Archive},
    {"\x7F"
     "ELF",
     What::Extension},
};

base::Error Describe(What what) {
  constexpr const char* kNeeds = "graphmend reads .py, .pyi and .ipynb files, and folders of them";
  switch (what) {
    case What::Wheel:
      return {"a wheel, not Python source",
              "unpack it (`python -m zipfile -e FILE FOLDER`) and check the folder"};
    case What::Archive: return {"an archive, not Python source", "unpack it and check the folder"};
    case What::Bytecode:
      return {"compiled Python, not its source", "check the .py file that it was made from"};
    case What::Extension: return {"a compiled library, not Python source", kNeeds};
    case What::Cython: return {"Cython, which graphmend does not read", kNeeds};
    case What::Weights:
      return {"tensors or a saved model, not Python source",
              "check the code that builds the model"};
    case What::Text: break;
  }
  return {"not Python source", kNeeds};
}

std::string Lower(std::string_view text) {
  std::string lower;
  for (char c : text) lower += c >= 'A' && c <= 'Z' ? static_cast<char>(c - 'A' + 'a') : c;
  return lower;
}

}  // namespace

std::optional<base::Error> WhyNoSource(const std::string& path) {
  const std::string name = Lower(std::string_view(path).substr(path.rfind('/') + 1));
  for (const Suffix& suffix : kSuffixes)
    if (name.ends_with(suffix.end)) return Describe(suffix.what);
  if (name.ends_with(".py") || name.ends_with(".pyi") || name.ends_with(".ipynb"))
    return std::nullopt;
  const std::string read = os::ReadStart(path, 8).bytes;
  for (const Magic& magic : kMagics)
    if (read.starts_with(magic.start)) return Describe(magic.what);
  return std::nullopt;
}

}  // namespace graphmend::project
